/*
 * Secrets recognized by their shape, for text that has no name to go by. Order matters: a data URL
 * goes before the base64 inside it.
 */
const shapes: readonly RegExp[] = [
  /\bbearer\s+[^\s,;"']+/gi,
  /(?:\bsk|key|token)[-_=:\s"']{1,4}[A-Za-z0-9_.+/-]{20,}/gi,
  /\b0x[0-9a-fA-F]{128,}\b/g,
  /\beyJ[A-Za-z0-9+/_-]{20,}(?:\.[A-Za-z0-9+/_-]+)*={0,2}/g,
  /\b[1-9A-HJ-NP-Za-km-z]{64,88}\b/g,
]

/** A marker that stands for removed text: it tells its length in characters and nothing else. */
export function redacted(text: string): string {
  return `<redacted ${text.length} chars>`
}

/**
 * Replaces what looks like a key, a signature, signed base64 JSON or the bytes of a data URL. A net
 * under the rules by name, not a replacement for them.
 */
export function redactSecretShapes(text: string): string {
  const withoutData = text.replace(
    /\bdata:([\w.+-]{1,60}\/[\w.+-]{1,60})?(;[^,\s"']{0,100})?,[^\s"')]*/gi,
    (_, type: string | undefined) => `data:${type ?? ''};<bytes>`,
  )
  return shapes.reduce((result, pattern) => result.replace(pattern, redacted), withoutData)
}
