import type { JsonObject, JsonValue } from '../../../contract/json.ts'

/** What the form says about its variations. */
export interface Variations {
  fields: JsonObject
  /** 1 to `MAX_VARIATIONS`. */
  variations: number
  /** What each variation has otherwise than the form, in their order; the first has nothing. */
  changes: readonly JsonObject[]
}

/** The request fields of each variation, besides the image. */
export function variationFields({ fields, variations, changes }: Variations): JsonObject[] {
  return Array.from({ length: variations }, (_, index) => ({ ...fields, ...changes[index] }))
}

/** The changes with one more, or with one taken back by undefined. */
export function withChange(
  changes: readonly JsonObject[],
  at: number,
  name: string,
  value: JsonValue | undefined,
): JsonObject[] {
  return Array.from({ length: Math.max(changes.length, at + 1) }, (_, index) => {
    const change = changes[index] ?? {}
    if (index !== at) return change
    const { [name]: _before, ...others } = change
    return value === undefined ? others : { ...others, [name]: value }
  })
}
