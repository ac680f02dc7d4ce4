import type { JsonObject, JsonValue } from '../../../contract/json.ts'

/**
 * What the contract says of one request field, written out beside the tables of contract, so that
 * a slip in a table does not go unnoticed.
 */
export interface FieldSamples {
  /** The statement, in our own words. */
  readonly says: string
  /** Values at and inside its limits. */
  readonly takes: readonly JsonValue[]
  /** Values just outside, and of another type. */
  readonly refuses: readonly JsonValue[]
  /** What the field needs beside it. */
  readonly beside?: JsonObject
  /** The contract doesn't list it: the real service has it. */
  readonly isFurther?: true
}

/** The fields that the contract lists. */
export function listedIn(samples: Readonly<Record<string, FieldSamples>>) {
  return Object.entries(samples).filter(([, { isFurther }]) => isFurther !== true)
}
