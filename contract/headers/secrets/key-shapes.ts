import { KEY_START, KEY_WITHOUT_START, PRIVATE_KEY, redacted } from './secret-shapes.ts'

/**
 * Shapes that hardly anybody means to send to a model. Narrower than those of
 * `secret-shapes.ts`, which may take too much: here a person is asked, and addresses, hashes and
 * signatures of chains are what people ask about.
 */
const keyShapes: readonly RegExp[] = [
  new RegExp(`(?<key>${PRIVATE_KEY})`, 'g'),
  /\bbearer\s{1,4}(?=[^\s\d]{0,99}\d)(?<key>[A-Za-z0-9_.~+/-]{20,})/gi,
  new RegExp(String.raw`(?<key>\b(?:${KEY_START})[-_](?=[A-Za-z_-]{0,99}\d)[\w-]{16,})`, 'gi'),
  new RegExp(String.raw`\b(?<key>${KEY_WITHOUT_START})`, 'g'),
  /(?:key|token|secret|password)["']?\s?[=:]\s?["']?(?=[A-Za-z_-]{0,99}\d)(?<key>[\w-]{20,})/gi,
  /\b(?<key>eyJ[A-Za-z0-9+/_-]{40,}(?:\.[A-Za-z0-9+/_-]+)*={0,2})/g,
]

/**
 * A text with every key in it replaced. The same key elsewhere in the text is, too: where a text has more
 * of them than any person's, that of the first hundred.
 */
export function redactKeys(text: string): string {
  const again = keysIn(text).slice(0, 100)
  const withoutShapes = keyShapes.reduce(
    (rest, shape) =>
      rest.replace(shape, (match: string, key: string) => match.replace(key.trim(), redacted)),
    text,
  )
  return again.reduce((rest, key) => rest.replaceAll(key, redacted), withoutShapes)
}

/** The keys and tokens that a text seems to hold, each as it stands there, in no order. */
export function keysIn(text: string): string[] {
  const found = keyShapes.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ groups }) => groups?.['key']?.trim() ?? []),
  )
  return [...new Set(found)]
}
