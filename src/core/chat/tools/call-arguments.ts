import { parseJson, type JsonValue } from '../../../../contract/json.ts'

/** The arguments of a call, read: a value, or why they are none. A call may come without any. */
export type ArgumentsReading =
  | { ok: true; value: JsonValue }
  | { ok: false; fault: 'syntax' | 'depth'; problem: string }

/** Reads the arguments of a tool call. Models write them, so they need not be JSON. */
export function readArguments(text: string): ArgumentsReading {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: parseJson(text) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'not JSON'
    return { ok: false, fault: error instanceof RangeError ? 'depth' : 'syntax', problem }
  }
}
