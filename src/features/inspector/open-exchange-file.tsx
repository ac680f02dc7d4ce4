import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useStore } from 'zustand'

import { leftOutText } from '../../core/share/import/import-report.ts'
import { client } from '../../page/client.ts'
import { inspectorStore, openInspector } from '../../page/inspector-store.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { FileButton } from '../../ui/controls/file-picker.tsx'
import { findLoadFault, LOAD_FAULTS } from '../../ui/feedback/part.tsx'

/** Opens a saved exchange, or any HAR, beside the exchanges of this page. */
export function OpenExchangeFile() {
  const [fault, setFault] = useState<string>()
  const open = async (file: File) => {
    // Read with what Share reads its links with, which is large.
    const part = await import('../../core/inspector/export/read-export.ts').catch(() => undefined)
    if (part === undefined) {
      setFault(`Couldn't load what reads files. ${LOAD_FAULTS[await findLoadFault()]}`)
      return
    }
    const reading = await part.readExportFile(file)
    if (!reading.ok) {
      setFault(reading.message)
      return
    }
    setFault(undefined)
    for (const exchange of reading.exchanges) client.exchanges.restore(exchange)
    openInspector(reading.exchanges[0]?.id)
    inspectorStore.setState({ leftOut: leftOutText(reading.report) })
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

/** What the file that was opened last has beside the requests shown, until it is read. */
export function LeftOutOfFile() {
  const leftOut = useStore(inspectorStore, (state) => state.leftOut)
  if (leftOut.length === 0) return null
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-surface-2 p-2 text-sm">
      <p className="min-w-0 grow text-text-2">{leftOut.join(' ')}</p>
      <IconButton label="Dismiss" onClick={() => inspectorStore.setState({ leftOut: [] })}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
