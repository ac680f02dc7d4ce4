import { useEffect, useRef, type RefObject } from 'react'
import { useStore } from 'zustand'

import { chat } from '../../../page/chat.ts'
import { isBusy } from '../../../ui/hooks/use-shortcut.ts'

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
