/*
 * Secrets recognised by their shape, for text that has no name to go by. Order matters: a data URL
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

/**
 * Shapes that hardly anybody means to send to a model. Narrower than those above, which may take too
 * much: here a person is asked, and addresses, hashes and signatures of chains are what people ask about.
 */
const keyShapes: readonly RegExp[] = [
  /(?<key>-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\s]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?)/g,
  /\bbearer\s{1,4}(?=[^\s\d]{0,99}\d)(?<key>[A-Za-z0-9_.~+/-]{20,})/gi,
  /(?<key>\b(?:sk|pk|rk|ghp|gho|xox[abp])[-_](?=[A-Za-z_-]{0,99}\d)[\w-]{16,})/gi,
  /(?:key|token|secret|password)["']?\s?[=:]\s?["']?(?=[A-Za-z_-]{0,99}\d)(?<key>[\w-]{20,})/gi,
  /\b(?<key>eyJ[A-Za-z0-9+/_-]{40,}(?:\.[A-Za-z0-9+/_-]+)*={0,2})/g,
]

/** The keys and tokens that a text seems to hold, each as it stands there, in no order. */
export function keysIn(text: string): string[] {
  const found = keyShapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ groups }) => groups?.['key']?.trim() ?? []),
  )
  return [...new Set(found)]
}
