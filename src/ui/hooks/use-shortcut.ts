import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back on shortcuts anywhere in the page, by their keys: "mod+k" (⌘ on a Mac, Ctrl elsewhere),
 * "mod+shift+o", or a single character such as "?". A single character does nothing while text is
 * being typed or a dialog is open.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const keys = Object.keys(shortcuts).find((one) => matchesShortcut(one, event, isApple()))
    if (keys === undefined || event.defaultPrevented) return
    if (!keys.startsWith('mod+') && isBusy(event.target)) return
    event.preventDefault()
    if (!event.repeat) shortcuts[keys]?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Whether a key press is the shortcut. Shift counts with letters alone: it makes other characters. */
export function matchesShortcut(
  shortcut: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  apple: boolean,
): boolean {
  const key = shortcut.replace(/^(?:mod\+)?(?:shift\+)?/, '')
  const wantsMod = shortcut.startsWith('mod+')
  const wantsShift = shortcut.includes('shift+')
  const [mod, other] = apple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  return (
    event.key.toLowerCase() === key &&
    mod === wantsMod &&
    !other &&
    !event.altKey &&
    (event.shiftKey === wantsShift || !/^[a-z]$/.test(key))
  )
}

/** Whether a character that is typed there belongs to what is there: a field, or an open dialog. */
export function isBusy(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      // The JSON editor: what happens in it is told of as if it were its own.
      target.shadowRoot !== null ||
      target.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea, select'))
  return isTyping || document.querySelector('dialog:modal') !== null
}

/** Whether the keys are those of a Mac. */
function isApple(): boolean {
  return /Mac|iP/.test(navigator.platform)
}

/** How the keys of a shortcut are called on this machine: "mod+k" → "⌘K" or "Ctrl+K". */
export function keyHint(shortcut: string): string {
  const apple = isApple()
  const names: Record<string, string> = apple
    ? { mod: '⌘', shift: '⇧', enter: '⏎' }
    : { mod: 'Ctrl', shift: 'Shift', enter: 'Enter' }
  const keys = shortcut.split('+').map((key) => names[key] ?? key.toUpperCase())
  return keys.join(apple ? '' : '+')
}
