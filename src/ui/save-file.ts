/** Triggers a browser download of a file under a name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the address up by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A text that can be part of a file's name on any system; `fallback` when nothing is left of it. */
export function fileName(text: string, fallback: string): string {
  const name = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' ? fallback : name
}
