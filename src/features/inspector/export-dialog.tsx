import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/units.ts'
import { sentFor } from '../../core/inspector/exchange-text.ts'
import { toHar } from '../../core/inspector/export/har-exchange.ts'
import {
  redactedExchange,
  type RedactedExchange,
  toJsonLines,
} from '../../core/inspector/export/redacted-exchange.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import { client } from '../../page/client.ts'
import { inspectorStore, openInspector } from '../../page/inspector-store.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { FileButton } from '../../ui/controls/file-picker.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { findLoadFault, LOAD_FAULTS } from '../../ui/feedback/part.tsx'
import { saveFile } from '../../ui/files.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const FORMATS = {
  har: { label: 'HAR', write: toHar, extension: 'har' },
  lines: {
    label: 'JSON Lines',
    write: (exchange: RedactedExchange) => toJsonLines(exchange),
    extension: 'jsonl',
  },
} as const

type Format = keyof typeof FORMATS

interface ExportDialogProps {
  exchange: Exchange
  onClose: () => void
}

/** One exchange as a file, without secrets, and without anyone's words unless they are asked for. */
function ExportDialog({ exchange, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('har')
  const [content, setContent] = useState(false)
  const { byId, order } = client.exchanges.store.getState()
  const caused = sentFor(
    exchange,
    order.flatMap((id) => byId[id] ?? []),
  )
  const { write, extension } = FORMATS[format]
  const file = new Blob([
    write(
      redactedExchange(exchange, { content }),
      caused.map((one) => redactedExchange(one, { content })),
    ),
  ])
  const day = new Date(exchange.startedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return (
    <Dialog
      title="Save request"
      onClose={onClose}
      footer={
        <>
          <OpenExchangeFile />
          <Button variant="primary" onClick={() => saveFile(`exchange-${day}.${extension}`, file)}>
            Save {formatBytes(file.size)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label="Format"
          options={[
            { value: 'har', label: FORMATS.har.label },
            { value: 'lines', label: FORMATS.lines.label },
          ]}
          value={format}
          onChange={setFormat}
        />
        <label className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            checked={content}
            onChange={(event) => setContent(event.target.checked)}
            className="accent-accent"
          />
          Include prompts and responses
        </label>
        <p className="text-sm text-text-2">
          {content
            ? 'Keys, signatures and the bytes of attachments are left out. '
            : 'Contains times, sizes, statuses, headers, settings and costs, but no text. '}
          The request ID is included.
          {content && format === 'har' && (
            <>
              {' '}
              Replay it with <code>npm start -- --replay FILE</code>.
            </>
          )}
          {caused.length > 0 && format === 'har' && ` So are ${messages(caused.length)}.`}
        </p>
      </div>
    </Dialog>
  )
}

function messages(count: number): string {
  return count === 1 ? 'the message to a tool server' : `${count} messages to tool servers`
}

/** Saves the exchange as a file, or opens one that was saved. */
export function ExchangeMenu({ exchange }: { exchange: Exchange }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Save or open a request" onClick={() => setOpen(true)}>
        <Download size={15} aria-hidden />
      </IconButton>
      {open && <ExportDialog exchange={exchange} onClose={() => setOpen(false)} />}
    </>
  )
}

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
