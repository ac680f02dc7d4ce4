import { parseJson, type JsonValue } from '../../../../contract/json.ts'
import { formatJson } from '../../../ui/format/json.ts'

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

/** The first `limit` characters of the arguments as they are best read: indented where they are JSON. */
export function argumentsText(text: string, limit: number): string {
  const reading = readArguments(text)
  return reading.ok || reading.fault === 'depth' ? formatJson(text, limit) : text.slice(0, limit)
}
