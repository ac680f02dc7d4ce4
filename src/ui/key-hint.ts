/** How the keys of a shortcut are called on this machine: "mod+k" → "⌘K" or "Ctrl+K". */
export function keyHint(shortcut: string): string {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  const names: Record<string, string> = isApple
    ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '⏎' }
    : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter' }
  const keys = shortcut.split('+').map((key) => names[key] ?? key.toUpperCase())
  return keys.join(isApple ? '' : '+')
}
