import type { Message } from '../../../../contract/chat/messages.ts'
import { deriveTitle } from '../../chat/conversation/derive-title.ts'
import type { MessageRecord } from '../../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../../storage/conversations/conversations.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import type { EditWorld } from '../board-edits.ts'
import { pairKey, type CellsByPair } from '../board-state.ts'
import type { Board, Configuration } from '../board.ts'
import { writtenMessages } from '../run/request-of-cell.ts'
import { versionOfCell } from './version-of-cell.ts'

/** What was said in one column of a conversation, as a chat of its own; of repeats the first. */
export function chatOfColumn(
  { clock, random }: EditWorld,
  board: Board,
  configuration: Configuration,
  cells: CellsByPair,
): LoadedConversation {
  const { model, settings, system = '', headers = [] } = configuration
  const id = random.uuid()
  const now = clock.now()
  const messages: MessageRecord[] = []
  const place = () => ({ id: random.uuid(), conversationId: id, position: messages.length + 1 })
  const write = (message: Message) => messages.push({ kind: 'written', ...place(), message })
  if (system !== '') write({ role: 'system', content: system })
  for (const row of board.cases) {
    const key = pairKey({ caseId: row.id, configurationId: configuration.id })
    const record = cells.get(key)?.find(({ repeat }) => repeat === 0)
    if (record === undefined) continue
    for (const message of writtenMessages(board, row)) write(message)
    const version = { ...versionOfCell(record, configuration), id: random.uuid() }
    messages.push({ kind: 'answer', ...place(), versions: [version], shown: 0 })
  }
  const variables = Object.assign({}, ...board.cases.map((row) => row.variables))
  const first = messages.flatMap((record) =>
    record.kind === 'written' && record.message.role === 'user' ? record.message : [],
  )[0]
  return {
    conversation: {
      id,
      title: first === undefined ? '' : deriveTitle(first),
      createdAt: now,
      updatedAt: now,
      model,
      settings: settingsOnly(settings),
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      ...(headers.length === 0 ? {} : { headers }),
    },
    messages,
  }
}
