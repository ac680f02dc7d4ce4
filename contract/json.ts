/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue | undefined
}

/** True for a plain object, so not for null and not for an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object of the members that are there: what is `undefined` is left out. */
export function given<T extends object>(
  members: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}

/** How deep JSON may be nested to be read as a value: everything that walks a value recurses as deep. */
export const MAX_JSON_DEPTH = 200

/**
 * The value of a JSON text that came from outside. JSON nested deeper than {@link MAX_JSON_DEPTH} is
 * refused, because drawing, comparing or storing its value would overflow the stack.
 * @throws SyntaxError for a text that is not JSON, RangeError for one that is nested too deeply
 */
export function parseJson(text: string): JsonValue {
  if (isNestedTooDeeply(text))
    throw new RangeError(`It is nested more than ${MAX_JSON_DEPTH} levels deep.`)
  return JSON.parse(text) as JsonValue
}

/** {@link parseJson} for texts that need not be JSON: undefined for what is not read. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON text is one that {@link parseJson} refuses for its depth. */
export function isNestedTooDeeply(text: string): boolean {
  // Most texts are too short for it, such as the events of a stream.
  if (text.length <= MAX_JSON_DEPTH) return false
  let depth = 0
  for (let at = 0; at < text.length && depth <= MAX_JSON_DEPTH; at += 1) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  return depth > MAX_JSON_DEPTH
}

/** Whether an object of a JSON text has a member twice, which its value has once: some are in the text alone. */
export function hasRepeatedMembers(text: string, value: JsonValue): boolean {
  let written = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === ':') written += 1
  }
  return written !== membersIn(value)
}

function membersIn(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  const own = Array.isArray(value) ? 0 : inner.length
  return inner.reduce<number>((sum, one) => sum + membersIn(one), own)
}

/** Where the quote is that ends a string of a JSON text; the end of the text for a string that has none. */
export function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text[before] === '\\') before -= 1
    const isEscaped = (at - before) % 2 === 0
    if (!isEscaped) return at
  }
  return text.length
}
