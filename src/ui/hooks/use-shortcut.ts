import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back on a shortcut anywhere in the page: "mod+k" (Ctrl or ⌘), or a single character such as
 * "?". A single character does nothing while text is being typed or a dialog is open.
 */
export function useShortcut(shortcut: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(shortcut, event)) return
    if (!shortcut.startsWith('mod+') && isBusy(event.target)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Whether a key press is the shortcut; Shift counts only where it does not make the character. */
export function matchesShortcut(
  shortcut: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): boolean {
  const key = shortcut.replace(/^mod\+/, '')
  const wantsMod = key !== shortcut
  const hasMod = event.ctrlKey || event.metaKey
  return event.key.toLowerCase() === key && hasMod === wantsMod && !event.altKey
}

function isBusy(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea, select'))
  return isTyping || document.querySelector('dialog:modal') !== null
}
