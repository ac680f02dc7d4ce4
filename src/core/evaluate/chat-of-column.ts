import { type Answer, emptyAnswer, isSettled } from '../../../contract/chat/answer.ts'
import type { Message } from '../../../contract/chat/messages.ts'
import { deriveTitle } from '../chat/conversation/authored-messages.ts'
import { messagesOf } from '../chat/request/request-body.ts'
import {
  escapeMessage,
  templateTexts,
  variableNames,
  type VariableValues,
} from '../chat/request/variables.ts'
import {
  type AnswerVersion,
  type Conversation,
  type MessageRecord,
  selectedChoice,
  shownVersion,
} from '../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../storage/conversations/conversations.ts'
import { settingsOnly } from '../storage/files/preset-file.ts'
import {
  addCases,
  type CaseDraft,
  type ConfigurationDraft,
  type EditWorld,
  newBoard,
} from './board-edits.ts'
import { type CellsByPair, pairKey } from './board-state.ts'
import {
  type Board,
  cellKey,
  type CellRecord,
  type Configuration,
  INPUT_VARIABLE,
} from './board.ts'
import { writtenMessages } from './run/request-of-cell.ts'

/** A board whose one case is a conversation. An empty one goes on with what is said first. */
export function boardOfChat(
  world: EditWorld,
  configurations: readonly ConfigurationDraft[],
  { title, variables }: Pick<Conversation, 'title' | 'variables'>,
  records: readonly MessageRecord[],
): Board {
  const board = newBoard(world, configurations, title || undefined)
  return addCases(world, board, [caseOfMessages(records, variables)])
}

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

/** The response of a cell, whole or not, as a chat has it. */
export function versionOfCell(
  record: CellRecord,
  { model, connection }: Pick<Configuration, 'model' | 'connection'>,
): AnswerVersion {
  const { startedAt, details, response } = record
  const { exchangeId } = response ?? {}
  return {
    id: `${cellKey(record)}/${startedAt}`,
    startedAt,
    model,
    ...details,
    answer: answerOf(record),
    ...(connection && { connection }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}

/** Of what was stored without details, all that is known. */
function answerOf({ status, response, partial = '', details }: CellRecord): Answer {
  const { text = partial, toolCalls = [], usage, finishReason } = response ?? {}
  const { timeToFirstToken: firstToken, duration: end } = response ?? {}
  const known = details?.answer ?? {
    ...emptyAnswer,
    ...(usage && {
      usage: {
        prompt_tokens: usage.prompt,
        completion_tokens: usage.completion,
        total_tokens: usage.prompt + usage.completion,
      },
    }),
    timing: { ...(firstToken !== undefined && { firstToken }), ...(end !== undefined && { end }) },
  }
  const choice = known.choices[0] ?? {
    reasoning: '',
    reasoningDetails: [],
    toolCalls: toolCalls.map((call, at) => ({ id: `call_${at + 1}`, ...call })),
    logprobs: [],
    ...(finishReason !== undefined && { finishReason }),
  }
  // A tab that went away left it as it was.
  const isOver = status !== 'running' && !isSettled(known.phase)
  return {
    ...known,
    ...(isOver && { phase: response === undefined ? 'cut' : 'finished' }),
    choices: known.choices.length > 0 || response || text ? [{ ...choice, content: text }] : [],
  }
}

/**
 * The messages of a conversation as a case. The system prompt stays behind, it belongs to the configurations;
 * what a model wrote has no variables.
 * @param values what variables of the conversation stand for
 */
export function caseOfMessages(
  records: readonly MessageRecord[],
  values: VariableValues = {},
): Required<Pick<CaseDraft, 'variables' | 'messages'>> {
  const [first, ...rest] = records.flatMap((record) => {
    const messages = messagesOf([record])
    return record.kind === 'answer' ? messages.map(escapeMessage) : messages
  })
  const messages = first === undefined || first.role === 'system' ? rest : [first, ...rest]
  const names = messages.flatMap(templateTexts).flatMap(variableNames)
  return {
    variables: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    messages,
  }
}

/**
 * A response of a conversation as a case: the messages before it, with the response as the expected value. A
 * prompt that is nothing but the variable that the board's own prompt has becomes its value.
 */
export function caseOfResponse(
  { prompt }: Pick<Board, 'prompt'>,
  records: readonly MessageRecord[],
  responseId: string,
  values: VariableValues,
): CaseDraft {
  const at = records.findIndex(({ id }) => id === responseId)
  const record = records[at]
  const version = record?.kind === 'answer' ? shownVersion(record) : undefined
  const expected = (version && selectedChoice(version)?.content) ?? ''
  const asked = caseOfMessages(records.slice(0, Math.max(0, at)), values)
  const [only, ...others] = asked.messages
  const result = expected === '' ? {} : { expected }
  if (
    prompt === `{{${INPUT_VARIABLE}}}` &&
    only?.role === 'user' &&
    typeof only.content === 'string' &&
    !only.content.includes('{{') &&
    others.length === 0
  )
    return { variables: { [INPUT_VARIABLE]: only.content }, ...result }
  return { ...asked, ...result }
}
