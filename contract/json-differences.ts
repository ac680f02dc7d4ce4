import { isJsonObject, type JsonValue } from './json.ts'

/** A place where two JSON values differ. A side is undefined where nothing stands. */
export interface JsonDifference {
  /** Members and indexes, such as `messages[0].content`; empty for the whole. */
  path: string
  before: JsonValue | undefined
  after: JsonValue | undefined
}

/** The places where two values differ, the innermost ones, in the order of the first value. */
export function jsonDifferences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path = '',
): JsonDifference[] {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, index) =>
      jsonDifferences(before[index], after[index], `${path}[${index}]`),
    ).flat()
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) =>
      jsonDifferences(member(before, name), member(after, name), joined(path, name)),
    )
  }
  return [{ path, before, after }]
}

function member(object: object, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? (Reflect.get(object, name) as JsonValue) : undefined
}

function joined(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}
