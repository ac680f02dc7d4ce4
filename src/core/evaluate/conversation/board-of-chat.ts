import { messagesOf } from '../../chat/request/request-body.ts'
import { escapeMessage, templateTexts, variableNames } from '../../chat/request/variables.ts'
import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'
import { addCases, newBoard, type ConfigurationDraft, type EditWorld } from '../board-edits.ts'
import type { Board } from '../board.ts'

/**
 * A board whose one case is a conversation, without its system message, which belongs to the configurations.
 * An empty conversation makes a board without cases.
 */
export function boardOfChat(
  world: EditWorld,
  configurations: readonly ConfigurationDraft[],
  conversation: Pick<Conversation, 'title' | 'variables'>,
  records: readonly MessageRecord[],
): Board {
  const board = newBoard(world, configurations, conversation.title || undefined)
  const [first, ...rest] = records.flatMap((record) => {
    const messages = messagesOf([record])
    // What a model wrote has no variables.
    return record.kind === 'answer' ? messages.map(escapeMessage) : messages
  })
  const messages = first === undefined || first.role === 'system' ? rest : [first, ...rest]
  if (messages.length === 0) return board
  const { variables: values = {} } = conversation
  const names = messages.flatMap(templateTexts).flatMap(variableNames)
  const variables = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
  return addCases(world, board, [{ variables, messages }])
}
