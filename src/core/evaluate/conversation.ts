import type { Message } from '../../../contract/chat/messages.ts'
import type { ChatSetup } from '../chat/setup/chat-setup.ts'
import { differences } from '../share/difference.ts'
import { addCases, editCase, type EditWorld } from './board-edits.ts'
import type { Board, Case } from './board.ts'

/** Whether a board is one row: a case, and what was said after it. It shows as a conversation in each column. */
export function isConversation({ cases }: Pick<Board, 'cases'>): boolean {
  return cases.length > 0 && cases.slice(1).every(({ continues }) => continues === true)
}

/** The cases that the one at an index continues, from the first. */
export function casesBefore(cases: readonly Case[], index: number): readonly Case[] {
  let first = index
  while (first > 0 && cases[first]?.continues === true) first -= 1
  return cases.slice(first, index)
}

/**
 * A board with one more message, and the case to be sent with it: the last one, as long as that was sent
 * nowhere, else a new one that continues it.
 */
export function withMessage(
  world: EditWorld,
  board: Board,
  message: Message,
  wasSent: (caseId: string) => boolean,
): { board: Board; caseId: string } {
  const last = board.cases.at(-1)
  if (last?.messages !== undefined && !wasSent(last.id)) {
    const next = { ...last, messages: [...last.messages, message] }
    return { board: editCase(board, next), caseId: last.id }
  }
  const draft = { variables: last?.variables ?? {}, messages: [message] }
  const added = addCases(world, board, [
    last === undefined ? draft : { ...draft, continues: true as const },
  ])
  return { board: added, caseId: added.cases.at(-1)?.id ?? '' }
}

/** A setting that is not the same in all configurations. */
export interface ConfigurationDifference {
  /** The wire name, or `system message`. */
  field: string
  /** The value of each configuration, in their order; undefined where it is not sent. */
  values: readonly (string | undefined)[]
}

/** The settings in which configurations differ; the model is always in view and is not listed. */
export function configurationDifferences(
  configurations: readonly ChatSetup[],
): ConfigurationDifference[] {
  const values = configurations.map(settingTexts)
  const fields = [...new Set(values.flatMap((texts) => [...texts.keys()]))]
  return fields
    .map((field) => ({ field, values: values.map((texts) => texts.get(field)) }))
    .filter((difference) => new Set(difference.values).size > 1)
}

function settingTexts({ settings, system = '' }: ChatSetup): ReadonlyMap<string, string> {
  const setup = { area: 'chat' as const, model: '', settings, messages: [], attachments: [] }
  const texts = differences(undefined, setup).flatMap(({ field, after = '' }) =>
    field === 'model' ? [] : [[field, after] as const],
  )
  return new Map(system === '' ? texts : [...texts, ['system message', system]])
}
