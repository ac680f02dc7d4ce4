import type { Message } from '../../../../contract/chat/messages.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { World } from '../../client/world.ts'
import {
  shownVersion,
  type AnswerVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'
import type { CompareColumn, ComparisonState } from './comparison-state.ts'

/** The columns that are not deleted: what is written goes to them. */
export function presentColumns({
  columns,
  deleted,
}: Pick<ComparisonState, 'columns' | 'deleted'>): readonly CompareColumn[] {
  return columns.filter(({ conversation }) => !deleted.includes(conversation.id))
}

/** The connection that a column goes to; undefined while it can't send. */
export function columnConnection(
  { connections }: Pick<Client, 'connections'>,
  { conversation }: Pick<CompareColumn, 'conversation'>,
): Connection | undefined {
  const { open, connection } = connections.store.getState()
  const { connection: chosen } = conversation
  return chosen === undefined ? connection : open.find(({ id }) => id === chosen.id)
}

/** Whether something was said in a column. */
export function isTouched({ messages }: CompareColumn): boolean {
  return messages.some((record) => record.kind === 'answer' || record.message.role === 'user')
}

/** The answer that a column ends with; undefined when it ends with something else. */
export function lastVersion({ messages }: CompareColumn): AnswerVersion | undefined {
  const last = messages.at(-1)
  return last?.kind === 'answer' ? shownVersion(last) : undefined
}

/** The system message of a column; '' when it has none. */
export function systemOf({ messages }: CompareColumn): string {
  const record = messages.find(isSystem)
  const content = record?.kind === 'written' ? record.message.content : ''
  return typeof content === 'string' ? content : ''
}

/** A column with another system message; '' takes it away. */
export function withSystem(
  world: Pick<World, 'random'>,
  column: CompareColumn,
  text: string,
): CompareColumn {
  const before = column.messages.find(isSystem)
  const others = column.messages.filter((record) => !isSystem(record))
  if (text === '') return { ...column, messages: others }
  const first = others[0]?.position ?? 1
  const record = authored(world, column, { role: 'system', content: text }, first - 1)
  return { ...column, messages: [{ ...record, id: before?.id ?? record.id }, ...others] }
}

function isSystem(record: MessageRecord): boolean {
  return record.kind === 'written' && record.message.role === 'system'
}

/** A message as a record of a column. */
export function authored(
  { random }: Pick<World, 'random'>,
  { conversation }: Pick<CompareColumn, 'conversation'>,
  message: Message,
  position: number,
): MessageRecord {
  return {
    kind: 'written',
    id: random.uuid(),
    conversationId: conversation.id,
    position,
    message,
  }
}
