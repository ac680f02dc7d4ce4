import { canonicalJson } from '../../../../contract/canonical-json.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { ChatSetup } from '../../chat/setup/chat-setup.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import { type EditWorld, newBoard } from '../board-edits.ts'
import type { Board, Case } from '../board.ts'
import type { Check, CheckRule } from '../checks/check.ts'

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

/** A rule without what isn't handed on. */
function ruleOf({ id: _, ...rule }: Check): CheckRule {
  if (rule.type !== 'judge') return rule
  const { connection: __, ...judge } = rule
  return judge
}

/** Configurations of a link: what all have in common is written once. */
export interface PackedConfigurations {
  common: Partial<ChatSetup>
  configurations: Partial<ChatSetup>[]
}

/** Configurations with what all have in common apart. */
export function packConfigurations(configurations: readonly ChatSetup[]): PackedConfigurations {
  const [first, ...others] = configurations
  const isCommon = (value: unknown, of: (configuration: ChatSetup) => unknown) =>
    value !== undefined &&
    others.every((other) => canonicalJson(of(other) ?? null) === canonicalJson(value))
  const settings = Object.fromEntries(
    Object.entries(first?.settings ?? {}).filter(([name, value]) =>
      isCommon(value, (other) => other.settings[name]),
    ),
  )
  const system = isCommon(first?.system, (other) => other.system) ? first?.system : undefined
  const model = isCommon(first?.model, (other) => other.model) ? first?.model : undefined
  return {
    common: {
      ...(model === undefined ? {} : { model }),
      settings,
      ...(system === undefined ? {} : { system }),
    },
    configurations: configurations.map((own) => ({
      ...(model === undefined ? { model: own.model } : {}),
      settings: without(own.settings, settings),
      ...(system === undefined && own.system !== undefined ? { system: own.system } : {}),
    })),
  }
}

function without(settings: JsonObject, common: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => !Object.hasOwn(common, name)),
  )
}
