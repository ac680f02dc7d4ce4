/** A text that can be part of a file's name on any system; `fallback` when nothing is left of it. */
export function fileName(text: string, fallback: string): string {
  const name = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name === '' ? fallback : name
}
