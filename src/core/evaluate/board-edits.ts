import { templateTexts, variableNames } from '../chat/request/variables.ts'
import type { World } from '../client/world.ts'
import {
  INPUT_VARIABLE,
  MAX_CONFIGURATIONS,
  type Board,
  type Case,
  type Configuration,
} from './board.ts'
import type { Check, CheckRule } from './checks/check.ts'

const FIRST_PROMPT = `{{${INPUT_VARIABLE}}}`

/** What edits need of a client's world. */
export interface EditWorld {
  clock: Pick<World['clock'], 'now'>
  random: Pick<World['random'], 'uuid'>
}

export type ConfigurationDraft = Omit<Configuration, 'id'>
export type CaseDraft = Omit<Case, 'id'>

/** Cases or configurations that were removed, each with its place, to put them back. */
export type Removed<Item> = readonly { item: Item; index: number }[]

/** A board without cases whose prompt is one variable. */
export function newBoard(
  world: EditWorld,
  configurations: readonly ConfigurationDraft[],
  name = 'New board',
): Board {
  const now = world.clock.now()
  return {
    id: world.random.uuid(),
    name,
    createdAt: now,
    updatedAt: now,
    prompt: FIRST_PROMPT,
    configurations: withIds(world, configurations.slice(0, MAX_CONFIGURATIONS)),
    cases: [],
    checks: [],
    repeats: 1,
    seedPolicy: 'as-set',
  }
}

/** Changes what is no list: name, prompt, repeats, seed policy, spend limit. */
export function editBoard(
  world: EditWorld,
  { spendLimit, ...board }: Board,
  change: Partial<Pick<Board, 'name' | 'prompt' | 'repeats' | 'seedPolicy'>> & {
    /** micro-USD; undefined removes it. */
    spendLimit?: number | undefined
  },
): Board {
  const { spendLimit: limit, ...rest } = { spendLimit, ...change }
  return edited(world, { ...board, ...rest, ...(limit !== undefined && { spendLimit: limit }) })
}

/** Adds a copy of the last configuration; a board that has all it may have stays the same. */
export function addConfiguration(world: EditWorld, board: Board): Board {
  const last = board.configurations.at(-1)
  return last ? duplicateConfiguration(world, board, last.id) : board
}

/** Adds a copy behind the original; a board that has all it may have stays the same. */
export function duplicateConfiguration(world: EditWorld, board: Board, id: string): Board {
  const { configurations } = board
  const index = configurations.findIndex((configuration) => configuration.id === id)
  const original = configurations[index]
  if (original === undefined || configurations.length >= MAX_CONFIGURATIONS) return board
  const copy = { ...original, id: world.random.uuid() }
  return edited(world, { ...board, configurations: configurations.toSpliced(index + 1, 0, copy) })
}

/** Replaces the configuration of the same id. */
export function editConfiguration(world: EditWorld, board: Board, next: Configuration): Board {
  return edited(world, { ...board, configurations: replaced(board.configurations, next) })
}

/** Removes a configuration; the last one stays. */
export function removeConfiguration(
  world: EditWorld,
  board: Board,
  id: string,
): { board: Board; removed: Removed<Configuration> } {
  if (board.configurations.length === 1) return { board, removed: [] }
  const [configurations, removed] = without(board.configurations, new Set([id]))
  return { board: edited(world, { ...board, configurations }), removed }
}

/** Puts removed configurations back where they were, as long as there is room. */
export function restoreConfigurations(
  world: EditWorld,
  board: Board,
  removed: Removed<Configuration>,
): Board {
  const configurations = restored(board.configurations, removed).slice(0, MAX_CONFIGURATIONS)
  return edited(world, { ...board, configurations })
}

/**
 * Adds cases at the end. Where the prompt is still that of a new board and no case has its variable, the
 * prompt gets the variables of the cases: each on a line of its own, with its name where there are several.
 */
export function addCases(world: EditWorld, board: Board, drafts: readonly CaseDraft[]): Board {
  const names = [...new Set(drafts.flatMap(({ variables }) => Object.keys(variables)))]
  const [only, ...others] = names
  const keepsPrompt =
    board.cases.length > 0 ||
    board.prompt !== FIRST_PROMPT ||
    only === undefined ||
    names.includes(INPUT_VARIABLE) ||
    drafts.every(({ messages }) => messages)
  const template =
    others.length === 0 ? `{{${only}}}` : names.map((name) => `${name}: {{${name}}}`).join('\n')
  return edited(world, {
    ...board,
    prompt: keepsPrompt ? board.prompt : template,
    cases: [...board.cases, ...withIds(world, drafts)],
  })
}

/** Replaces the case of the same id. */
export function editCase(world: EditWorld, board: Board, next: Case): Board {
  return edited(world, { ...board, cases: replaced(board.cases, next) })
}

/** Removes cases; {@link restoreCases} puts them back. */
export function removeCases(
  world: EditWorld,
  board: Board,
  ids: readonly string[],
): { board: Board; removed: Removed<Case> } {
  const [cases, removed] = without(board.cases, new Set(ids))
  return { board: edited(world, { ...board, cases }), removed }
}

/** Puts removed cases back where they were. */
export function restoreCases(world: EditWorld, board: Board, removed: Removed<Case>): Board {
  return edited(world, { ...board, cases: restored(board.cases, removed) })
}

/** Adds a check to the board, or to one case of it. */
export function addCheck(world: EditWorld, board: Board, rule: CheckRule, caseId?: string): Board {
  const check: Check = { ...rule, id: world.random.uuid() }
  return withChecks(world, board, caseId, (checks) => [...checks, check])
}

/** Replaces the check of the same id, of the board or of one case. */
export function editCheck(world: EditWorld, board: Board, next: Check, caseId?: string): Board {
  return withChecks(world, board, caseId, (checks) => replaced(checks, next))
}

/** Removes a check of the board or of one case. */
export function removeCheck(world: EditWorld, board: Board, id: string, caseId?: string): Board {
  return withChecks(world, board, caseId, (checks) => checks.filter((check) => check.id !== id))
}

/** The variables of a board: those in its prompt, system messages and own messages of cases, then others of cases. */
export function boardVariables({ prompt, configurations, cases }: Board): string[] {
  const texts = [
    prompt,
    ...configurations.flatMap(({ system = '' }) => [system]),
    ...cases.flatMap(({ messages = [] }) => messages.flatMap(templateTexts)),
  ]
  const names = [
    ...texts.flatMap(variableNames),
    ...cases.flatMap(({ variables }) => Object.keys(variables)),
  ]
  return [...new Set(names)]
}

function edited(world: EditWorld, board: Board): Board {
  return { ...board, updatedAt: world.clock.now() }
}

function withIds<Draft>(world: EditWorld, drafts: readonly Draft[]): (Draft & { id: string })[] {
  return drafts.map((draft) => ({ ...draft, id: world.random.uuid() }))
}

function replaced<Item extends { id: string }>(items: readonly Item[], next: Item): Item[] {
  return items.map((item) => (item.id === next.id ? next : item))
}

function without<Item extends { id: string }>(
  items: readonly Item[],
  ids: ReadonlySet<string>,
): [rest: Item[], removed: Removed<Item>] {
  const removed = items.flatMap((item, index) => (ids.has(item.id) ? [{ item, index }] : []))
  return [items.filter(({ id }) => !ids.has(id)), removed]
}

function restored<Item>(items: readonly Item[], removed: Removed<Item>): Item[] {
  // In the order of their places, so that each place is right when its turn comes.
  const next = [...items]
  for (const { item, index } of removed) next.splice(index, 0, item)
  return next
}

/** A case that loses its last check has no list of them any more. */
function withChecks(
  world: EditWorld,
  board: Board,
  caseId: string | undefined,
  change: (checks: readonly Check[]) => Check[],
): Board {
  if (caseId === undefined) return edited(world, { ...board, checks: change(board.checks) })
  const cases = board.cases.map((item) => {
    if (item.id !== caseId) return item
    const { checks: before = [], ...rest } = item
    const checks = change(before)
    return checks.length > 0 ? { ...rest, checks } : rest
  })
  return edited(world, { ...board, cases })
}
