import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'
import { addCases, newBoard, type ConfigurationDraft, type EditWorld } from '../board-edits.ts'
import type { Board } from '../board.ts'
import { caseOfMessages } from '../cases/case-of-response.ts'

/** A board whose one case is a conversation. An empty conversation makes a board without cases. */
export function boardOfChat(
  world: EditWorld,
  configurations: readonly ConfigurationDraft[],
  { title, variables }: Pick<Conversation, 'title' | 'variables'>,
  records: readonly MessageRecord[],
): Board {
  const board = newBoard(world, configurations, title || undefined)
  const asked = caseOfMessages(records, variables)
  return asked.messages.length === 0 ? board : addCases(world, board, [asked])
}
