import { useState } from 'react'

import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { FileButton } from '../../../ui/controls/file-button.tsx'

/** Opens a saved exchange, or any HAR, beside the exchanges of this page. */
export function OpenExchangeFile() {
  const [fault, setFault] = useState<string>()
  const open = async (file: File) => {
    // Read with what Share reads its links with, which is large.
    const part = await import('../../../core/inspector/export/read-export.ts').catch(
      () => undefined,
    )
    if (part === undefined) {
      setFault("Couldn't load what reads files. Is the local service running?")
      return
    }
    const reading = part.readExport(await file.text())
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
        label="Open a saved request"
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
