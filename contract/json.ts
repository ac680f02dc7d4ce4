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
