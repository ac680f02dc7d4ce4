import { templateTexts, variableNames } from '../chat/request/variables.ts'
import type { World } from '../client/world.ts'
import {
  INPUT_VARIABLE,
  MAX_CONFIGURATIONS,
  type Board,
  type Case,
  type Configuration,
} from './board.ts'
import type { Check } from './checks/check.ts'

const FIRST_PROMPT = `{{${INPUT_VARIABLE}}}`

/** What edits need of a client's world. */
export interface EditWorld {
  clock: Pick<World['clock'], 'now'>
  random: Pick<World['random'], 'uuid'>
}

export type ConfigurationDraft = Omit<Configuration, 'id'>
export type CaseDraft = Omit<Case, 'id'>

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
  }
}

/** Adds a copy behind a configuration, the last by default; a board that has all it may have stays the same. */
export function addConfiguration(
  { random }: Pick<EditWorld, 'random'>,
  board: Board,
  index = board.configurations.length - 1,
): Board {
  const { configurations } = board
  const original = configurations[index]
  if (original === undefined || configurations.length >= MAX_CONFIGURATIONS) return board
  const copy = { ...original, id: random.uuid() }
  return { ...board, configurations: configurations.toSpliced(index + 1, 0, copy) }
}

/** Replaces the configuration of the same id. */
export function editConfiguration(board: Board, next: Configuration): Board {
  return { ...board, configurations: replaced(board.configurations, next) }
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
  return {
    ...board,
    prompt: keepsPrompt ? board.prompt : template,
    cases: [...board.cases, ...withIds(world, drafts)],
  }
}

/** Adds the check that a response contains the expected value of its case. */
export function addExpectedCheck({ random }: Pick<EditWorld, 'random'>, board: Board): Board {
  return editChecks(board, undefined, (checks) => [
    ...checks,
    { id: random.uuid(), type: 'contains' },
  ])
}

/** Replaces the case of the same id. */
export function editCase(board: Board, next: Case): Board {
  return { ...board, cases: replaced(board.cases, next) }
}

/** Changes the checks of the board, or of one case of it. One that loses its last has no list of them any more. */
export function editChecks(
  board: Board,
  caseId: string | undefined,
  change: (checks: readonly Check[]) => readonly Check[],
): Board {
  if (caseId === undefined) return { ...board, checks: change(board.checks) }
  const cases = board.cases.map((item) => {
    if (item.id !== caseId) return item
    const { checks: before = [], ...rest } = item
    const checks = change(before)
    return checks.length > 0 ? { ...rest, checks } : rest
  })
  return { ...board, cases }
}

interface WithVariables extends Pick<Board, 'prompt'> {
  configurations: readonly Pick<Configuration, 'system'>[]
  cases: readonly Pick<Case, 'messages' | 'variables'>[]
}

/** The variables of a board: those in its prompt, system messages and own messages of cases, then others of cases. */
export function boardVariables({ prompt, configurations, cases }: WithVariables): string[] {
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

function withIds<Draft>(world: EditWorld, drafts: readonly Draft[]): (Draft & { id: string })[] {
  return drafts.map((draft) => ({ ...draft, id: world.random.uuid() }))
}

/** Items with the one of the same id replaced. */
export function replaced<Item extends { id: string }>(items: readonly Item[], next: Item): Item[] {
  return items.map((item) => (item.id === next.id ? next : item))
}
