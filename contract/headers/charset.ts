/** The charset of a body by its first bytes or its content type; UTF-8 where neither names one that can be read. */
export function charsetOf([first, second]: Uint8Array, contentType: string): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const named = /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1]
  try {
    return new TextDecoder(named).encoding
  } catch {
    return 'utf-8'
  }
}
