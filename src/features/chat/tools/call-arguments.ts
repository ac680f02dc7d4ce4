import type { JsonValue } from '../../../../contract/json.ts'

/** The arguments of a call, read: a value, or why they are none. A call may come without any. */
export type ArgumentsReading = { ok: true; value: JsonValue } | { ok: false; problem: string }

/** Reads the arguments of a tool call. Models write them, so they need not be JSON. */
export function readArguments(text: string): ArgumentsReading {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'not JSON' }
  }
}

/** The arguments as they are best read: indented where that changes nothing but white space. */
export function argumentsText(text: string): string {
  const reading = readArguments(text)
  if (!reading.ok || text.trim() === '') return text
  // Numbers that JavaScript cannot hold, and members named twice, are shown as they came.
  const isSame = JSON.stringify(reading.value) === withoutSpace(text)
  return isSame ? JSON.stringify(reading.value, null, 2) : text
}

/** JSON text without the white space between its tokens. */
function withoutSpace(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (token) => (token.startsWith('"') ? token : ''))
}
