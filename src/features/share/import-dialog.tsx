import type { ReactNode } from 'react'

import { formatBytes } from '../../core/format/units.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FileButton } from '../../ui/controls/file-picker.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** A longer text is not drawn: a field of megabytes stops the page. */
const MAX_SHOWN_CHARS = 1_000_000

interface ImportDialogProps {
  text: string
  onText: (text: string) => void
  /** Previews a text before anything of it is applied. */
  onRead: (text: string) => void
  fault: string | undefined
  onClose: () => void
  children: ReactNode
}

/** Takes a request by paste or file: a curl command, a JSON body, a HAR, a saved exchange, a link. */
export function ImportDialog(props: ImportDialogProps) {
  const { text, onText, onRead, fault, onClose, children } = props
  return (
    <Dialog
      title="Import a request"
      size="large"
      onClose={onClose}
      footer={
        <>
          <FileButton
            label="File to import"
            accept=".har,.json,.jsonl,.txt,.sh,application/json,text/plain"
            onFile={(file) => void file.text().then(onRead)}
          >
            Open a file…
          </FileButton>
          <Button variant="primary" disabled={text.trim() === ''} onClick={() => onRead(text)}>
            Preview
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-text-2">
          Paste a curl or PowerShell command, JSON body, HAR or link. This connection is used.
        </p>
        {text.length > MAX_SHOWN_CHARS ? (
          <p className="flex items-center gap-2">
            {formatBytes(text.length)} of text.<Button onClick={() => onText('')}>Clear</Button>
          </p>
        ) : (
          <TextArea
            aria-label="Request to import"
            rows={10}
            value={text}
            onChange={(event) => onText(event.target.value)}
            className="font-mono text-xs"
            placeholder={'curl …\n\nor\n\n{ "model": "…", "messages": [ … ] }'}
          />
        )}
        {fault !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {fault}
          </p>
        )}
        {children}
      </div>
    </Dialog>
  )
}
