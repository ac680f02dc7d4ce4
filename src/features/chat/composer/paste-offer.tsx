import X from 'lucide-react/icons/x'
import { useEffect } from 'react'

import { recognizePaste, type RecognizedPaste } from '../../../core/share/import/recognize-paste.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { openImport } from '../../../page/dialog-stores.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'

/** What a pasted text is, seen with the key of the connection. */
export function recognize(text: string): RecognizedPaste | undefined {
  const { credential } = client.connections.store.getState().connection ?? {}
  return recognizePaste(text, (whole) => credential?.withoutSecret?.(whole) ?? whole)
}

interface PasteOfferProps {
  pasted: RecognizedPaste
  onText: (text: string) => void
  onDiscard: () => void
  onDone: () => void
}

/** Asks what to do with a pasted request. It stays until that is done, so nothing pasted is lost. */
export function PasteOffer({ pasted, onText, onDiscard, onDone }: PasteOfferProps) {
  const { text, what, masked } = pasted
  // Once it was opened and applied there is nothing left to ask.
  useEffect(() => chat.applied.subscribe(onDone), [onDone])
  return (
    <div
      role="status"
      className="m-2 mb-0 flex flex-wrap items-center gap-2 rounded-md bg-surface-2 p-2 text-sm"
    >
      <p className="min-w-40 flex-1">
        This is {what}.{' '}
        {masked !== text && <span className="text-text-2">As text, its key is masked.</span>}
      </p>
      <span className="order-last flex flex-wrap gap-1 @max-lg:basis-full @lg:order-none">
        <Button variant="primary" onClick={() => openImport(text)}>
          Open as a request
        </Button>
        <Button onClick={() => onText(masked)}>Paste as text</Button>
      </span>
      <IconButton label="Discard pasted text" onClick={onDiscard}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
