import { isJsonObject, type JsonValue } from '../../../../contract/json.ts'

/** The members on the way to a value: a name of an object, or an index of a list (negative: from its end). */
export type JsonPath = readonly (string | number)[]

const STEP =
  /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(-?\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]|\[('(?:[^'\\]|\\.)*')\]/uy

/**
 * Reads the part of JSON path that names a single value: `$.a.b[0]["c d"]`. Undefined for what is not
 * such a path, so also for wildcards and filters.
 */
export function readJsonPath(text: string): JsonPath | undefined {
  const source = text.trim()
  if (!source.startsWith('$')) return undefined
  const steps: (string | number)[] = []
  for (let at = 1; at < source.length;) {
    STEP.lastIndex = at
    const match = STEP.exec(source)
    if (match === null) return undefined
    const [whole, name, index, double, single] = match
    const step =
      name ?? (index === undefined ? nameIn(double ?? requote(single ?? '')) : Number(index))
    if (step === undefined) return undefined
    steps.push(step)
    at += whole.length
  }
  return steps
}

/** The value at a path; undefined where there is none. Only what the JSON itself has counts. */
export function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let current: JsonValue | undefined = value
  for (const step of path) {
    if (Array.isArray(current) && typeof step === 'number') current = current.at(step)
    else if (isJsonObject(current) && typeof step === 'string' && Object.hasOwn(current, step))
      current = current[step]
    else return undefined
  }
  return current
}

function nameIn(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

/** `'a'` as `"a"`. */
function requote(single: string): string {
  const inner = single.slice(1, -1).replaceAll(/\\'|"/g, (found) => (found === '"' ? '\\"' : "'"))
  return `"${inner}"`
}
