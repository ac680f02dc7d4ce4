import type { Answer } from '../../../../../contract/chat/answer.ts'
import type { Usage } from '../../../../../contract/chat/response.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatUsd } from '../../../format/money.ts'
import { formatNumber } from '../../../format/number.ts'
import type { AnswerVersion } from '../../../storage/conversations/conversation.ts'
import { FINISH_MEANINGS, tokensPerSecond } from './answer-figures.ts'
import { modelDifference } from './served-difference.ts'

/** One line of the details of an answer. */
interface AnswerFact {
  name: string
  value: string
  /** A part of the line above it. */
  part?: true
}

/** Details under one heading. */
export interface FactGroup {
  title: string
  facts: readonly AnswerFact[]
}

/** All that is known about a settled answer; what was not reported is left out. */
export function answerFacts(answer: Answer, version: Pick<AnswerVersion, 'model'>): FactGroup[] {
  return [
    { title: 'Tokens', facts: answer.usage === undefined ? [] : usageFacts(answer.usage) },
    { title: 'Cost', facts: costFacts(answer) },
    { title: 'Time', facts: timeFacts(answer) },
    { title: 'Response', facts: answerIdentity(answer, version) },
  ].filter(({ facts }) => facts.length > 0)
}

const PART_NAMES: Readonly<Record<string, string>> = {
  cached_tokens: 'cache read',
  cache_creation_input_tokens: 'cache write',
  reasoning_tokens: 'reasoning',
  audio_tokens: 'audio',
  image_tokens: 'images',
  video_tokens: 'video',
  text_tokens: 'text',
  accepted_prediction_tokens: 'accepted prediction',
  rejected_prediction_tokens: 'rejected prediction',
}

function usageFacts(usage: Usage): AnswerFact[] {
  return [
    { name: 'Prompt', value: formatNumber(usage.prompt_tokens) },
    ...attachmentFacts(usage.prompt_tokens_details),
    { name: 'Completion', value: formatNumber(usage.completion_tokens) },
    ...attachmentFacts(usage.completion_tokens_details),
    { name: 'Total', value: formatNumber(usage.total_tokens) },
  ]
}

/** Every count that a service reports, known by name or not. */
function attachmentFacts(
  details: Readonly<Record<string, unknown>> | null | undefined,
): AnswerFact[] {
  return Object.entries(details ?? {}).flatMap(([key, value]) =>
    typeof value === 'number'
      ? [
          {
            name: Object.hasOwn(PART_NAMES, key) ? (PART_NAMES[key] ?? key) : key,
            value: formatNumber(value),
            part: true as const,
          },
        ]
      : [],
  )
}

function costFacts({ cost }: Answer): AnswerFact[] {
  if (cost === undefined) return []
  return [
    { name: 'USD (reported)', value: formatUsd(cost.usd) },
    ...(cost.diem > 0 ? [{ name: 'DIEM (reported)', value: formatNumber(cost.diem) }] : []),
  ]
}

function timeFacts(answer: Answer): AnswerFact[] {
  const { firstToken, firstContent, end } = answer.timing
  const speed = tokensPerSecond(answer)
  const reasoned = answer.choices.some(({ reasoning }) => reasoning !== '')
  return [
    ...(firstToken === undefined
      ? []
      : [{ name: 'First token', value: formatDuration(firstToken) }]),
    ...(!reasoned || firstToken === undefined || firstContent === undefined
      ? []
      : [{ name: 'Reasoning', value: formatDuration(firstContent - firstToken) }]),
    ...(end === undefined ? [] : [{ name: 'Total', value: formatDuration(end) }]),
    ...(speed === undefined
      ? []
      : [{ name: 'Tokens per second', value: `${speed.toFixed(speed < 10 ? 1 : 0)}` }]),
  ]
}

function answerIdentity(answer: Answer, { model }: Pick<AnswerVersion, 'model'>): AnswerFact[] {
  const several = answer.choices.length > 1
  const why = modelDifference(answer, model)
  return [
    ...answer.choices.flatMap(({ finishReason }, index) =>
      finishReason === undefined
        ? []
        : [
            {
              name: several ? `Finish reason, choice ${index + 1}` : 'Finish reason',
              value: FINISH_MEANINGS[finishReason] ?? finishReason,
            },
          ],
    ),
    { name: 'Requested model', value: model },
    ...(answer.model === undefined ? [] : [{ name: 'Model used', value: answer.model }]),
    ...(why === undefined ? [] : [{ name: 'Model resolution', value: why }]),
    ...(answer.served?.router === undefined
      ? []
      : [{ name: 'Router', value: answer.served.router }]),
    ...(answer.encryption === undefined
      ? []
      : [
          {
            name: 'Encryption',
            value: `user and system messages and this response, end to end (enclave: ${answer.encryption.provider})`,
          },
        ]),
    ...(answer.id === undefined ? [] : [{ name: 'ID', value: answer.id }]),
  ]
}
