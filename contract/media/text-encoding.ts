/** The encoding of a text by its byte order mark; UTF-8 where it has none. */
export function textEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether text begins like a web page, as an address that leads to none of its files responds. */
export function isWebPage(start: string): boolean {
  return /^[\uFEFF\s]*<(?:!doctype html|html|head|body)\b/i.test(start)
}
