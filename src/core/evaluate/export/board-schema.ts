import { messageSchema } from '../../../../contract/chat/messages.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import type { LeftOut } from '../../share/import/import-report.ts'
import { MAX_CONFIGURATIONS, MAX_REPEATS } from '../board.ts'
import { modelSchema, objectSchema, ruleSchema, withoutGone } from '../checks/check.ts'
import type { BoardSetup } from './board-setup.ts'

/** The most cases of a board that is opened. */
const MAX_CASES = 20_000
const MAX_CHECKS = 100
const MAX_NAME_CHARS = 200

const text = z.string()
const optional = z.exactOptional(text)
const checks = z.array(ruleSchema).check(z.maxLength(MAX_CHECKS))

const caseSchema = z.object({
  variables: z.record(z.string(), text),
  messages: z.exactOptional(z.array(messageSchema)),
  continues: z.exactOptional(z.literal(true)),
  expected: optional,
  checks: z.exactOptional(checks),
})

const configurationSchema = z.object({
  model: z.exactOptional(modelSchema),
  settings: z.exactOptional(objectSchema),
  system: optional,
})

/** A board as links and files have it. Members that are not in it, such as a connection, are left out. */
export const boardSchema = z.object({
  name: text.check(z.maxLength(MAX_NAME_CHARS)),
  prompt: text,
  common: z.exactOptional(configurationSchema),
  configurations: z
    .array(configurationSchema)
    .check(z.minLength(1), z.maxLength(MAX_CONFIGURATIONS)),
  cases: z.array(caseSchema).check(z.maxLength(MAX_CASES)),
  checks,
  repeats: z.int().check(z.gte(1), z.lte(MAX_REPEATS)),
  spendLimit: z.exactOptional(z.int().check(z.gte(0))),
})

/** A board that came from outside, or what is wrong with it, in a sentence that names the field. */
export type BoardReading =
  | { ok: true; board: BoardSetup; leftOut: readonly LeftOut[] }
  | { ok: false; message: string }

/** Reads the board of a link or file. Configurations without a part have the one that all have in common. */
export function readBoard(value: unknown): BoardReading {
  const { board: current, leftOut } = withoutGone(value)
  const result = validate(boardSchema, current)
  if (!result.ok) return { ok: false, message: result.issues[0]?.message ?? 'Invalid board.' }
  const { common = {}, configurations, ...board } = result.value
  const whole = configurations.flatMap(({ settings = {}, ...own }) => {
    const merged = { ...common, ...own }
    return merged.model === undefined
      ? []
      : [{ ...merged, model: merged.model, settings: { ...common.settings, ...settings } }]
  })
  if (whole.length < configurations.length) {
    const index = configurations.findIndex((own) => (own.model ?? common.model) === undefined)
    return { ok: false, message: `configurations[${index}].model is required.` }
  }
  return { ok: true, board: { ...board, configurations: whole }, leftOut }
}
