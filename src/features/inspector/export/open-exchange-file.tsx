import { useState } from 'react'

import { readExport } from '../../../core/inspector/export/read-export.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { FileButton } from '../../../ui/controls/file-button.tsx'

/** Opens a saved exchange, or any HAR, beside the exchanges of this page. */
export function OpenExchangeFile() {
  const [fault, setFault] = useState<string>()
  const open = async (file: File) => {
    const reading = readExport(await file.text())
    if (!reading.ok) {
      setFault(reading.message)
      return
    }
    setFault(undefined)
    for (const exchange of reading.exchanges) client.exchanges.restore(exchange)
    openInspector(reading.exchanges.at(-1)?.id)
  }
  return (
    <span className="flex flex-col gap-1">
      <FileButton
        label="Open a saved exchange"
        accept=".har,.jsonl,.json,application/json"
        onFile={(file) => void open(file)}
      >
        Open a file…
      </FileButton>
      {fault !== undefined && (
        <span role="alert" className="text-sm text-bad">
          {fault}
        </span>
      )}
    </span>
  )
}
