import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/units.ts'
import { sentFor } from '../../core/inspector/exchange-text.ts'
import { toHar } from '../../core/inspector/export/har-exchange.ts'
import {
  redactedExchange,
  type RedactedExchange,
  toJsonLines,
} from '../../core/inspector/export/redacted-exchange.ts'
import { client } from '../../page/client.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { OpenExchangeFile } from './open-exchange-file.tsx'

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
