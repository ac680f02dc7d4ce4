import type { JsonObject, JsonValue } from '../../../../contract/json.ts'

/** A rule that a response is judged by. Where `value` is missing, the expected value of the case is meant. */
export type Check = { id: string } & CheckRule

export type CheckRule =
  | { type: 'contains' | 'not-contains'; value?: string; ignoreCase?: boolean }
  | { type: 'equals'; value?: string; trim?: boolean; ignoreCase?: boolean }
  /** Ended after a time, in a worker. */
  | { type: 'regex'; value?: string; flags?: string }
  /** A JSON schema. */
  | { type: 'json-schema'; schema: JsonObject }
  /** `$.a.b[0]` of a response that is JSON. */
  | { type: 'json-path'; path: string; value?: JsonValue }
  /** Without `arguments` any will do; those given must be there, others may. */
  | { type: 'tool-called'; name: string; arguments?: JsonObject }
  /** micro-USD. */
  | { type: 'max-cost'; value: number }
  /** ms. */
  | { type: 'time-to-first-token'; value: number }
  /** Characters. */
  | { type: 'length'; min?: number; max?: number }
  /** A BCP 47 language: `en`, `de`, `ja`. */
  | { type: 'language'; value?: string }
  /** The body of an async function of `response`, `expected` and `variables` that returns true or a reason. */
  | { type: 'code'; code: string }
  | JudgeRule

/** A model that says which response is better or whether one meets the criteria; it never learns whose it is. */
export interface JudgeRule {
  type: 'judge'
  model: string
  connection?: { id: string; name: string }
  /** What a response must be. */
  criteria: string
  /** How many judgments, odd, 1–9; the majority counts. */
  votes: number
}

export type CheckType = CheckRule['type']
