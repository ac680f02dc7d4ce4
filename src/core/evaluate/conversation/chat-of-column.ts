import { answerFromCompletion } from '../../../../contract/chat/answer.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import { deriveTitle } from '../../chat/conversation/derive-title.ts'
import type { AnswerVersion, MessageRecord } from '../../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../../storage/conversations/conversations.ts'
import { settingsOnly } from '../../storage/files/preset-file.ts'
import type { EditWorld } from '../board-edits.ts'
import { pairKey, type CellsByPair } from '../board-state.ts'
import type { Board, CellRecord, Configuration } from '../board.ts'
import { writtenMessages } from '../run/request-of-cell.ts'

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
  const place = () => ({
    id: random.uuid(),
    conversationId: id,
    position: messages.length + 1,
  })
  const write = (message: Message) => messages.push({ kind: 'written', ...place(), message })
  if (system !== '') write({ role: 'system', content: system })
  for (const row of board.cases) {
    const key = pairKey({ caseId: row.id, configurationId: configuration.id })
    const record = cells.get(key)?.find(({ repeat }) => repeat === 0)
    if (record === undefined) continue
    for (const message of writtenMessages(board, row)) write(message)
    const version = versionOf(record, configuration, random.uuid())
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

function versionOf(
  { response, partial = '', startedAt }: CellRecord,
  { model, connection }: Configuration,
  id: string,
): AnswerVersion {
  const { text = partial, cost, usage, exchangeId } = response ?? {}
  const { timeToFirstToken: firstToken, duration: end, finishReason } = response ?? {}
  const answer = answerFromCompletion({
    id,
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          tool_calls: (response?.toolCalls ?? []).map(({ name, arguments: json }, at) => ({
            id: `call_${at + 1}`,
            function: { name, arguments: json },
          })),
        },
        finish_reason: finishReason ?? null,
      },
    ],
    ...(usage && {
      usage: {
        prompt_tokens: usage.prompt,
        completion_tokens: usage.completion,
        total_tokens: usage.prompt + usage.completion,
      },
    }),
    ...(cost === undefined ? {} : { cost: { usd: cost / 1_000_000, diem: 0 } }),
  })
  return {
    id,
    startedAt,
    model,
    answer: {
      ...answer,
      phase: response === undefined ? 'cut' : 'finished',
      timing: {
        ...(firstToken === undefined ? {} : { firstToken }),
        ...(end === undefined ? {} : { end }),
      },
    },
    ...(connection && { connection }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}
