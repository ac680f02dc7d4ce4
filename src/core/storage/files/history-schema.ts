import { type Answer, type AnswerPhase, isSettled } from '../../../../contract/chat/answer.ts'
import { messageSchema, reasoningDetailSchema } from '../../../../contract/chat/messages.ts'
import { WIRE_NOTE_NAMES } from '../../../../contract/chat/read/reading.ts'
import { chatStructures } from '../../../../contract/chat/request/request-structures.ts'
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
import type { Conversation, MessageRecord } from '../conversations/conversation.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'
import { settingsOnly } from './preset-file.ts'
import { portableSteps } from './tool-steps.ts'

/** The latest time that a date can have, Unix ms. */
const MAX_TIME = 8_640_000_000_000_000
/** Longer than any name of a model; characters. */
const MAX_NAME = 2_000
/** A title is shortened to this many characters. */
const MAX_TITLE = 500

const text = z.string()
const name = z.string().check(z.maxLength(MAX_NAME))
const time = z.number().check(z.gte(0), z.lte(MAX_TIME))
const index = z.int().check(z.gte(0))

/*
 * Every member of what is stored has its shape here: the page draws it without looking again. What
 * is not known is left out.
 */

const conversationSchema: z.ZodMiniType<Conversation> = z.object({
  id: text,
  title: text,
  createdAt: time,
  updatedAt: time,
  model: name,
  settings: z.custom<JsonObject>(isJsonObject),
  variables: z.exactOptional(z.record(text, text)),
  headers: z.exactOptional(z.array(z.tuple([text, text]))),
})

/** What a server added to a message or a call, and wants back as it was. */
const unknownMembers = z.custom<JsonObject>(isJsonObject)

const choiceSchema = z.object({
  content: text,
  reasoning: text,
  reasoningDetails: z.array(reasoningDetailSchema),
  toolCalls: z.array(
    z.object({ id: text, name: text, arguments: text, more: z.exactOptional(unknownMembers) }),
  ),
  logprobs: z.array(tokenLogprobSchema),
  media: z.exactOptional(
    z.array(
      z.object({
        kind: z.enum(['image', 'audio', 'video', 'file']),
        pieces: z.array(text),
        transcript: z.exactOptional(text),
        name: z.exactOptional(text),
      }),
    ),
  ),
  isReasoningContent: z.exactOptional(z.literal(true)),
  refusal: z.exactOptional(text),
  finishReason: z.exactOptional(text),
  more: z.exactOptional(unknownMembers),
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

/** A failure as a file claims it: it is read anew, not believed. */
const claimedFailureSchema = z.object({
  kind: text,
  message: text,
  status: z.exactOptional(z.int()),
  body: z.exactOptional(z.unknown()),
})
type ClaimedFailure = z.infer<typeof claimedFailureSchema>

type ClaimedAnswer = Omit<Answer, 'failure'> & { failure?: ClaimedFailure }

const answerSchema: z.ZodMiniType<ClaimedAnswer> = z.object({
  phase: z.enum(PHASES),
  id: z.exactOptional(text),
  model: z.exactOptional(text),
  choices: z.array(choiceSchema).check(z.maxLength(128)),
  usage: z.exactOptional(z.partial(usageSchema)),
  cost: z.exactOptional(costSchema),
  citations: z.array(citationSchema),
  echo: z.exactOptional(vendorEchoSchema),
  failure: z.exactOptional(claimedFailureSchema),
  timing: z.object({
    firstToken: z.exactOptional(time),
    firstContent: z.exactOptional(time),
    end: z.exactOptional(time),
    ticks: z.exactOptional(z.string().check(z.regex(/^[.:|]{1,200}$/))),
  }),
  served: z.exactOptional(
    z.object({
      router: z.exactOptional(text),
      deprecation: z.exactOptional(text),
      deprecationDate: z.exactOptional(text),
    }),
  ),
  notUnderstood: z.exactOptional(index),
  notes: z.exactOptional(z.array(z.enum(WIRE_NOTE_NAMES))),
  encryption: z.exactOptional(
    z.object({
      provider: text,
      bound: z.exactOptional(z.literal(true)),
      plain: z.exactOptional(z.literal(true)),
    }),
  ),
})

/** The place of a call among those of its answer. */
const place = z.string().check(z.regex(/^\d{1,4}$/))

const versionSchema = z.object({
  id: text,
  startedAt: time,
  model: name,
  connection: z.exactOptional(z.object({ id: name, name, baseUrl: z.exactOptional(text) })),
  asked: z.exactOptional(
    z.object({
      response_format: z.exactOptional(chatStructures.response_format),
      vendor_parameters: z.exactOptional(chatStructures.vendor_parameters),
    }),
  ),
  kept: z.exactOptional(index),
  answer: answerSchema,
  origin: z.exactOptional(z.enum(['edited', 'continued'])),
  toolResults: z.exactOptional(z.record(place, text)),
  toolSteps: z.exactOptional(z.record(place, z.unknown())),
})

const record = { id: text, conversationId: text, position: z.number() }

const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    ...record,
    kind: z.literal('written'),
    message: messageSchema,
    fileNames: z.exactOptional(z.record(text, text)),
  }),
  z.object({
    ...record,
    kind: z.literal('answer'),
    shown: index,
    versions: z.array(versionSchema).check(z.minLength(1)),
  }),
])

const entrySchema = z.object({ conversation: conversationSchema, messages: z.array(recordSchema) })

/** A conversation out of a file, validated; undefined when it is none. */
export function readForeignConversation(value: unknown): LoadedConversation | undefined {
  const entry = z.safeParse(entrySchema, value)
  if (!entry.success) return undefined
  const { conversation, messages } = entry.data
  return {
    conversation: {
      ...conversation,
      title: conversation.title.slice(0, MAX_TITLE),
      settings: settingsOnly(conversation.settings),
    },
    messages: messages.map((message): MessageRecord =>
      message.kind === 'written'
        ? message
        : {
            ...message,
            versions: message.versions.map(({ toolSteps, ...version }) => ({
              ...version,
              ...(toolSteps === undefined ? {} : { toolSteps: portableSteps(toolSteps) }),
              answer: settledAnswer(version.answer),
            })),
          },
    ),
  }
}

/** Nobody receives an answer out of a file any more. */
function settledAnswer({ failure, ...answer }: ClaimedAnswer): Answer {
  if (!isSettled(answer.phase))
    return {
      ...answer,
      phase: 'cut',
      failure: { kind: 'cut', message: 'The response was exported while it was streaming.' },
    }
  return failure === undefined ? answer : { ...answer, failure: readFailure(failure) }
}

const WITHOUT_DETAILS = [
  'offline',
  'unreachable',
  'unexpected_answer',
  'cut',
  'stalled',
  'answer_too_large',
  'declined',
  'key_unavailable',
  'not_encrypted',
  'not_decrypted',
  'downgraded',
] as const

function readFailure({ kind, message, status, body }: ClaimedFailure): Failure {
  const known = WITHOUT_DETAILS.find((candidate) => candidate === kind)
  if (known !== undefined) return { kind: known, message }
  if (status === undefined) return { kind: 'unexpected_answer', message }
  return readServiceError({
    status,
    headers: [],
    body: isJsonObject(body) ? body : message,
    route: '/chat/completions',
  })
}
