import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { MAX_SCHEMA_CHARS, MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES } from '../limits.ts'
import { hasHidden } from './text.ts'

/**
 * The schema of a tool, as data: no reference in it is followed, here or anywhere, so that one to itself or
 * to another address does nothing. A reason, as the end of a sentence, for one that is too much.
 */
export function readSchema(
  value: JsonValue | undefined,
): { ok: true; schema: JsonObject } | { ok: false; reason: string } {
  if (value === undefined) return { ok: true, schema: { type: 'object' } }
  if (!isJsonObject(value)) return { ok: false, reason: 'its schema is not a JSON object' }
  if (!isWithinBounds(value)) return { ok: false, reason: 'its schema is too large' }
  const text = JSON.stringify(value)
  if (text.length > MAX_SCHEMA_CHARS) return { ok: false, reason: 'its schema is too large' }
  if (hasHidden(text)) return { ok: false, reason: 'its schema has invisible characters' }
  return { ok: true, schema: value }
}

/** Walks a value level by level, and no further than the bounds. */
function isWithinBounds(root: JsonValue): boolean {
  let level: JsonValue[] = [root]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > MAX_SCHEMA_DEPTH || count > MAX_SCHEMA_VALUES) return false
    const next: JsonValue[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Array.isArray(value) ? value : Object.values(value))
        if (inner !== undefined) next.push(inner)
    }
    level = next
  }
  return true
}
