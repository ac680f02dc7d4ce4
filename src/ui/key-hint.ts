/** Whether the keys are those of a Mac. */
export function isApple(): boolean {
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
