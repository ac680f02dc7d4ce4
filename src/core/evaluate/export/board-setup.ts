import { messageSchema } from '../../../../contract/chat/messages.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import type { ChatSetup } from '../../chat/setup/chat-setup.ts'
import type { LeftOut } from '../../share/import/import-report.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import { type EditWorld, newBoard } from '../board-edits.ts'
import { type Board, type Case, MAX_CONFIGURATIONS, MAX_REPEATS } from '../board.ts'
import {
  type Check,
  type CheckRule,
  modelSchema,
  objectSchema,
  ruleSchema,
  withoutGone,
} from '../checks/check.ts'

/** A board as it is handed on: without results, IDs, connections, headers and what belongs to a connection. */
export interface BoardSetup extends Pick<Board, 'name' | 'prompt' | 'repeats' | 'spendLimit'> {
  configurations: ChatSetup[]
  cases: CaseSetup[]
  checks: CheckRule[]
}

/** A case as it is handed on. */
export interface CaseSetup extends Omit<Case, 'id' | 'checks'> {
  checks?: CheckRule[]
}

/** A board as it is handed on. */
export function boardSetup(board: Board): BoardSetup {
  return {
    name: board.name,
    prompt: board.prompt,
    configurations: board.configurations.map(({ model, settings, system }) => ({
      model,
      settings: settingsOnly(settings),
      ...(system === undefined || system === '' ? {} : { system }),
    })),
    cases: board.cases.map(({ id: _, checks = [], ...row }) => ({
      ...row,
      ...(checks.length === 0 ? {} : { checks: checks.map(ruleOf) }),
    })),
    checks: board.checks.map(ruleOf),
    repeats: board.repeats,
    ...(board.spendLimit === undefined ? {} : { spendLimit: board.spendLimit }),
  }
}

/** The setup with one case that has the variables of all, and no value of them. */
export function withoutCaseValues(setup: BoardSetup): BoardSetup {
  const names = new Set(setup.cases.flatMap(({ variables }) => Object.keys(variables)))
  return {
    ...setup,
    cases: [{ variables: Object.fromEntries([...names].map((name) => [name, ''])) }],
  }
}

/** A new board of a setup that was handed on. */
export function boardOfSetup(world: EditWorld, setup: BoardSetup): Board {
  const { configurations, name, cases, checks, ...rest } = setup
  const withIds = (rules: readonly CheckRule[]): Check[] =>
    rules.map((rule) => ({ id: world.random.uuid(), ...rule }))
  return {
    ...newBoard(
      world,
      configurations.map((configuration) => ({
        ...configuration,
        settings: settingsOnly(configuration.settings),
      })),
      name,
    ),
    ...rest,
    cases: cases.map(({ checks: own = [], ...row }) => ({
      id: world.random.uuid(),
      ...row,
      ...(own.length === 0 ? {} : { checks: withIds(own) }),
    })),
    checks: withIds(checks),
  }
}

function ruleOf({ id: _, ...rule }: Check): CheckRule {
  if (rule.type !== 'judge') return rule
  const { connection: __, ...judge } = rule
  return judge
}

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

/** Reads the board of a link or file. Earlier links have apart what all configurations have in `common`. */
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
