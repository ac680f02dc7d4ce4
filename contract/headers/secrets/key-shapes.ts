/**
 * Shapes that hardly anybody means to send to a model. Narrower than those of
 * `secret-shapes.ts`, which may take too much: here a person is asked, and addresses, hashes and
 * signatures of chains are what people ask about.
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
