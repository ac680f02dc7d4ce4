import type { Answer } from '../../../../contract/chat/answer.ts'
import type { TokenCounts } from '../../../../contract/chat/read/read-facts.ts'
import { formatMicroUsd, formatUsd } from '../../format/money.ts'
import { formatCount, formatDuration, formatNumber } from '../../format/units.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'
import { attestationLevel, finishMeaning, speedText, tokensPerSecond } from './answer-figures.ts'
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

function usageFacts(usage: TokenCounts): AnswerFact[] {
  return [
    { name: 'Prompt', value: formatCount(usage.prompt_tokens) },
    ...partFacts(usage.prompt_tokens_details),
    { name: 'Completion', value: formatCount(usage.completion_tokens) },
    ...partFacts(usage.completion_tokens_details),
    { name: 'Total', value: formatCount(usage.total_tokens) },
  ]
}

/** Every count that a service reports, known by name or not. */
function partFacts(details: Readonly<Record<string, unknown>> | null | undefined): AnswerFact[] {
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

function costFacts({ cost, estimatedMicroUsd }: Answer): AnswerFact[] {
  return [
    ...fact('USD (reported)', cost?.usd, formatUsd),
    ...fact('DIEM (reported)', cost?.diem || undefined, formatNumber),
    ...fact('USD (estimated)', estimatedMicroUsd, (microUsd) => `≈ ${formatMicroUsd(microUsd)}`),
  ]
}

function timeFacts(answer: Answer): AnswerFact[] {
  const { firstToken, firstContent, end } = answer.timing
  const speed = tokensPerSecond(answer)
  const reasoned = answer.choices.some(({ reasoning }) => reasoning !== '')
  return [
    ...fact('First token', firstToken, formatDuration),
    ...(reasoned && firstToken !== undefined
      ? fact('Reasoning', firstContent, (at) => formatDuration(at - firstToken))
      : []),
    ...fact('Total', end, formatDuration),
    ...fact('Tokens per second', speed, speedText),
  ]
}

function answerIdentity(answer: Answer, { model }: Pick<AnswerVersion, 'model'>): AnswerFact[] {
  const several = answer.choices.length > 1
  return [
    ...answer.choices.flatMap((choice, index) =>
      fact(
        several ? `Finish reason, choice ${index + 1}` : 'Finish reason',
        choice.finishReason,
        (reason) => finishMeaning(choice) ?? reason,
      ),
    ),
    { name: 'Requested model', value: model },
    ...fact('Model used', answer.model, String),
    ...fact('Model resolution', modelDifference(answer, model), String),
    ...fact('Router', answer.served?.router, String),
    ...fact('Encryption', answer.encryption, ({ plain }) =>
      plain ? 'user and system messages' : 'user and system messages, this response',
    ),
    ...fact('Attestation', answer.encryption, attestationLevel),
    ...fact('Enclave, by its own account', answer.encryption?.provider, String),
    ...fact('ID', answer.id, String),
  ]
}

/** A line for what was reported; none for what was not. */
function fact<T>(name: string, value: T | undefined, text: (value: T) => string): AnswerFact[] {
  return value === undefined ? [] : [{ name, value: text(value) }]
}
