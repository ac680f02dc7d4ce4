import { readJsonText } from './json-text.ts'

/** Where and why a text is not JSON, as the end of a sentence: " at line 2, column 8: …". */
export function JsonError({ text }: { text: string }) {
  const reading = readJsonText(text)
  if (reading.ok) return '.'
  const before = text.slice(0, reading.from).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reading.message}`
}
