import type { Message } from '../../../../contract/chat/messages.ts'
import { addCases, editCase, type EditWorld } from '../board-edits.ts'
import type { Board, Case } from '../board.ts'

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
