import { useState, type ClipboardEvent } from 'react'

import type { RecognizedPaste } from '../../../core/share/import/recognize-paste.ts'
import { mayBeRequest } from '../../../core/share/shared-fragment.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { pastedFiles } from '../../../ui/take-files.ts'
import { attachFiles } from '../attachments/drop-files.ts'

interface Pasted extends RecognizedPaste {
  field: HTMLTextAreaElement
}

/** What pasting into the message does: files are attached, a request is asked about before it is text. */
export function usePaste() {
  const [pasted, setPasted] = useState<Pasted>()
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    attachFiles(pastedFiles(event))
    const field = event.currentTarget
    const text = event.clipboardData.getData('text/plain')
    if (event.defaultPrevented || !mayBeRequest(text)) return
    event.preventDefault()
    void import('./paste-offer.tsx')
      .then(({ recognize }) => recognize(text))
      // Without the code for it, it is a text as any other.
      .catch(() => undefined)
      .then((found) => (found ? setPasted({ ...found, field }) : insertText(field, text)))
  }
  const offer = pasted && {
    pasted,
    onText: (text: string) => {
      setPasted(undefined)
      insertText(pasted.field, text)
    },
    onDiscard: () => {
      setPasted(undefined)
      showToast('Pasted text discarded', { label: 'Undo', run: () => setPasted(pasted) })
    },
    onDone: () => setPasted(undefined),
  }
  return { onPaste, offer }
}

/** Inserts as typing would, so that the browser's own undo takes it back. */
function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  document.execCommand('insertText', false, text)
}
