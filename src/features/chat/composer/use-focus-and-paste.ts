import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { RecognizedPaste } from '../../../core/share/import/recognize-paste.ts'
import { mayBeRequest } from '../../../core/share/shared-fragment.ts'
import { chat } from '../../../page/chat.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { pastedFiles } from '../../../ui/files.ts'
import { isBusy } from '../../../ui/hooks/use-shortcut.ts'
import { attachFiles } from '../attachments/drop-files.ts'

/** Letters typed within these choose something there. */
const USES_LETTERS = '[role=menu], [role=listbox], [role=grid], [role=tree]'

/** Focuses the message on arrival, and for a letter typed outside of fields. Not on touch screens. */
export function useOwnFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const isNew = useStore(
    chat.conversation,
    ({ messages, status }) => status === 'ready' && messages.length === 0,
  )
  const id = useStore(chat.conversation, ({ conversation }) => conversation.id)
  const isFirst = useRef(true)
  useEffect(() => {
    const arrives = isFirst.current || isNew
    isFirst.current = false
    if (!arrives || !matchMedia('(pointer: fine)').matches) return undefined
    // After a dialog has closed, which gives the focus back.
    const frame = requestAnimationFrame(() => {
      if (!isBusy(document.activeElement)) field.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- not as the first message is sent
  }, [field, id])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      // It writes a letter where the focus is once this is over.
      if (!/^[\p{L}\p{N}]$/u.test(key) || isBusy(target)) return
      if (target instanceof Element && target.closest(USES_LETTERS) !== null) return
      field.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [field])
}

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
