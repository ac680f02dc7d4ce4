import { isSettled, type AnswerPhase } from '../../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import { messageSchema, reasoningDetailSchema } from '../../../../contract/chat/messages.ts'
import {
  citationSchema,
  costSchema,
  tokenLogprobSchema,
  usageSchema,
  vendorEchoSchema,
} from '../../../../contract/chat/response.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { readServiceError } from '../../../../contract/errors/read-service-error.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { AnswerVersion, Conversation, MessageRecord } from '../conversations/conversation.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'
import { settingsOnly } from './preset-file.ts'

const time = z.number().check(z.gte(0))
const text = z.string()

const conversationSchema = z.looseObject({
  id: text,
  title: text,
  createdAt: time,
  updatedAt: time,
  model: text,
  settings: z.looseObject({}),
  comparison: z.exactOptional(z.looseObject({ id: text, column: z.int() })),
})

const choiceSchema = z.looseObject({
  content: text,
  reasoning: text,
  reasoningDetails: z.array(reasoningDetailSchema),
  toolCalls: z.array(z.looseObject({ id: text, name: text, arguments: text })),
  logprobs: z.array(tokenLogprobSchema),
  finishReason: z.exactOptional(text),
})

const PHASES = [
  'connecting',
  'waiting',
  'streaming',
  'finished',
  'cut',
  'stopped',
  'failed',
] as const satisfies readonly AnswerPhase[]

const answerSchema = z.looseObject({
  phase: z.enum(PHASES),
  id: z.exactOptional(text),
  model: z.exactOptional(text),
  choices: z.array(choiceSchema).check(z.maxLength(128)),
  usage: z.exactOptional(usageSchema),
  cost: z.exactOptional(costSchema),
  citations: z.array(citationSchema),
  echo: z.exactOptional(vendorEchoSchema),
  failure: z.exactOptional(z.looseObject({ kind: text, message: text })),
  timing: z.looseObject({ firstToken: z.exactOptional(time), end: z.exactOptional(time) }),
})

const record = { id: text, conversationId: text, position: z.number() }

const recordSchema = z.discriminatedUnion('kind', [
  z.looseObject({ ...record, kind: z.literal('written'), message: messageSchema }),
  z.looseObject({
    ...record,
    kind: z.literal('answer'),
    shown: z.int().check(z.gte(0)),
    versions: z.array(
      z.looseObject({ id: text, startedAt: time, model: text, answer: answerSchema }),
    ),
  }),
])

const entrySchema = z.looseObject({
  conversation: conversationSchema,
  messages: z.array(recordSchema),
})

/** A conversation out of a file, judged; undefined when it is none. */
export function readForeignConversation(value: unknown): LoadedConversation | undefined {
  const entry = z.safeParse(entrySchema, value)
  if (!entry.success) return undefined
  const { conversation, messages } = entry.data
  return {
    conversation: {
      ...conversation,
      settings: settingsOnly(conversation.settings as JsonObject),
    } as Conversation,
    messages: messages.map((message): MessageRecord =>
      message.kind === 'written'
        ? (message as MessageRecord)
        : {
            ...message,
            versions: message.versions.map((version): AnswerVersion => ({
              ...version,
              answer: settledAnswer(version.answer as unknown as Answer),
            })),
          },
    ),
  }
}

/** Nobody receives an answer out of a file any more; a failure is read anew, not believed. */
function settledAnswer({ failure, ...answer }: Answer): Answer {
  if (!isSettled(answer.phase))
    return {
      ...answer,
      phase: 'cut',
      failure: { kind: 'cut', message: 'The answer was exported while it was streaming.' },
    }
  const read = failure === undefined ? undefined : readFailure(failure)
  return read === undefined ? answer : { ...answer, failure: read }
}

const WITHOUT_DETAILS = [
  'offline',
  'unreachable',
  'unexpected_answer',
  'cut',
  'stalled',
  'answer_too_large',
  'declined',
  'not_encrypted',
  'not_decrypted',
] as const

function readFailure(failure: object & { message: string }): Failure {
  const { message } = failure
  const kind = Reflect.get(failure, 'kind')
  const known = WITHOUT_DETAILS.find((candidate) => candidate === kind)
  if (known !== undefined) return { kind: known, message }
  const status = Reflect.get(failure, 'status')
  if (typeof status !== 'number') return { kind: 'unexpected_answer', message }
  const body = Reflect.get(failure, 'body')
  return readServiceError({
    status,
    headers: [],
    body: isJsonObject(body) ? body : message,
    route: '/chat/completions',
  })
}
