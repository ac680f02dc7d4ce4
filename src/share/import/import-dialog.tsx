import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface ImportDialogProps {
  onClose: () => void
  /** Shows what the text holds, before anything of it is taken over. */
  onSetup: (text: string) => void
}

/** Takes a setup by paste: a curl command, the JSON body of a request, or a link. */
export function ImportDialog({ onClose, onSetup }: ImportDialogProps) {
  const [text, setText] = useState('')
  return (
    <Dialog
      title="Import a request"
      size="large"
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={text.trim() === ''} onClick={() => onSetup(text)}>
          Show what it holds
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-text-2">
          Paste a curl command, the JSON body of a request, or a link of this playground. Keys and
          addresses in it are not taken over.
        </p>
        <TextArea
          aria-label="Request to import"
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="font-mono text-xs"
          placeholder={'curl …\n\nor\n\n{ "model": "…", "messages": [ … ] }'}
        />
      </div>
    </Dialog>
  )
}
