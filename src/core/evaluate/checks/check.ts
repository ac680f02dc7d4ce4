import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { LeftOut } from '../../share/import/import-report.ts'

const MAX_MODEL_CHARS = 512

const text = z.string()
const optionalText = z.exactOptional(text)
const flag = z.exactOptional(z.boolean())
const amount = z.number().check(z.gte(0))
export const objectSchema = z.custom<JsonObject>(isJsonObject, 'must be an object')
export const modelSchema = text.check(z.minLength(1), z.maxLength(MAX_MODEL_CHARS))

/** What each type of rule has. Where `value` is missing, the expected value of the case is meant. */
const rules = {
  contains: { value: optionalText, ignoreCase: flag },
  'not-contains': { value: optionalText, ignoreCase: flag },
  equals: { value: optionalText, trim: flag, ignoreCase: flag },
  /** Ended after a time, in a worker. */
  regex: { value: optionalText, flags: optionalText },
  'json-schema': { schema: objectSchema },
  /** `path`: `$.a.b[0]` of a response that is JSON. */
  'json-path': { path: text, value: z.exactOptional(z.custom<JsonValue>(() => true)) },
  /** Without `arguments` any will do; those given must be there, others may. */
  'tool-called': { name: text, arguments: z.exactOptional(objectSchema) },
  /** micro-USD. */
  'max-cost': { value: amount },
  /** ms. */
  'time-to-first-token': { value: amount },
  /** Characters. */
  length: { min: z.exactOptional(amount), max: z.exactOptional(amount) },
  /** The body of an async function of `response`, `expected` and `variables` that returns true or a reason. */
  code: { code: text },
  /**
   * A model that says whether a response meets the criteria; it never learns whose it is. `votes`: how many
   * judgments, odd, 1–9; the majority counts.
   */
  judge: { model: modelSchema, criteria: text, votes: z.int().check(z.gte(1), z.lte(9)) },
}

export type CheckType = keyof typeof rules

/** A rule of a type that a response is judged by. */
export type RuleOf<Type extends CheckType> = {
  [Own in Type]: { type: Own } & z.infer<z.ZodMiniObject<(typeof rules)[Own]>> &
    // A saved connection; the current one where there is none. Never part of a link or file.
    (Own extends 'judge' ? { connection?: { id: string; name: string } } : unknown)
}[Type]

export type CheckRule = RuleOf<CheckType>
export type JudgeRule = RuleOf<'judge'>

/** A rule on a board. */
export type Check = { id: string } & CheckRule

const [first, ...others] = Object.entries(rules).map(([type, shape]) =>
  z.object({ type: z.literal(type), ...shape }),
)

/** A rule as links and files have it. */
export const ruleSchema = z.discriminatedUnion('type', [
  first as NonNullable<typeof first>,
  ...others,
]) as z.ZodMiniType<CheckRule>

/**
 * A board from storage, a link or a file without what only earlier versions had, and what that was: checks of
 * types that are no more, and a seed for each repeat. One seed for all is a setting of every configuration.
 */
export function withoutGone<Value>(board: Value): { board: Value; leftOut: LeftOut[] } {
  if (!isJsonObject(board)) return { board, leftOut: [] }
  const gone: string[] = []
  const known = (part: JsonValue): JsonValue => {
    if (!isJsonObject(part) || !Array.isArray(part['checks'])) return part
    const checks = part['checks'].filter((check) => {
      const type = isJsonObject(check) ? check['type'] : undefined
      if (typeof type !== 'string' || Object.hasOwn(rules, type)) return true
      gone.push(type)
      return false
    })
    return { ...part, checks }
  }
  const { seedPolicy, ...whole } = known(board) as JsonObject
  const { cases, configurations } = whole
  if (Array.isArray(cases)) whole['cases'] = cases.map(known)
  if (seedPolicy === 'fixed' && Array.isArray(configurations))
    whole['configurations'] = configurations.map((one) =>
      isJsonObject(one)
        ? { ...one, settings: { ...(one['settings'] as JsonObject), seed: 1 } }
        : one,
    )
  const types = [...new Set(gone)].join(', ')
  const checks = {
    count: gone.length,
    what: `${gone.length === 1 ? 'check' : 'checks'} (${types})`,
  }
  return {
    board: whole as Value,
    leftOut: [
      ...(gone.length === 0 ? [] : [{ ...checks, why: 'this version has no such check' }]),
      ...(seedPolicy === 'per-repeat'
        ? [{ count: 1, what: 'seed per repeat', why: 'set seed in a configuration' }]
        : []),
    ],
  }
}

/** A text that a pattern is looked for in. */
export interface PatternJob {
  text: string
  pattern: string
  flags: string
}

/** Whether a pattern was found, or why it is none. */
export type PatternResult = { ok: true; found: boolean } | { ok: false; message: string }

/**
 * Looks for a regular expression. It may take for ever: it belongs in a worker that can be ended, see
 * `pattern.worker.ts`.
 */
export function findPattern({ text, pattern, flags }: PatternJob): PatternResult {
  const message = patternProblem({ value: pattern, flags })
  if (message !== undefined) return { ok: false, message }
  return { ok: true, found: new RegExp(pattern, flags).test(text) }
}

/** Why a pattern can't be used; nothing is looked for. */
export function patternProblem({
  value = '',
  flags = '',
}: {
  value?: string
  flags?: string
}): string | undefined {
  try {
    void new RegExp(value, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
