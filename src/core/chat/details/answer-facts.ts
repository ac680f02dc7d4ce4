import type { Answer, AnswerChoice, AnswerEncryption } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { TokenCounts } from '../../../../contract/chat/read/read-facts.ts'
import { formatCharge, formatMicroUsd, formatUsd } from '../../format/money.ts'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatNumber,
  formatSeconds,
} from '../../format/units.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'

interface AnswerFact {
  name: string
  value: string
  /** A part of the line above it. */
  part?: true
}

interface FactGroup {
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

const FINISH_MEANINGS: Readonly<Record<string, string>> = {
  stop: 'The model finished the response',
  length: 'Reached the token limit: the response is incomplete',
  tool_calls: 'The model requests tool calls',
  content_filter: 'Stopped by a content filter',
}

function finishMeaning({ finishReason = '', toolCalls }: AnswerChoice): string | undefined {
  const isOnlySearch = toolCalls.length > 0 && toolCalls.every(isSearchDocuments)
  return finishReason === 'tool_calls' && isOnlySearch
    ? 'Search results came as a tool call: nothing to run'
    : FINISH_MEANINGS[finishReason]
}

interface AnswerFigure {
  text: string
  /** As it stands in the line, rounded; what has none is told with the details only. */
  short?: string
  /** What the figure means, in words. */
  meaning: string
  /** Its hue: durations and money look alike everywhere. */
  tone?: 'time' | 'money'
}

/** The figures of a settled answer, in reading order; what was not reported is left out. */
export function answerFigures(answer: Answer, askedModel: string): AnswerFigure[] {
  const { usage, cost, estimatedMicroUsd, timing, encryption, model } = answer
  const reported = formatCost(answer)
  const speed = tokensPerSecond(answer)
  const reasons = new Map(
    answer.choices.map((choice) => [choice.finishReason ?? '', finishMeaning(choice)]),
  )
  reasons.delete('')
  const isOther = model !== parseModelSuffix(askedModel).id
  const figures: (AnswerFigure | false | undefined)[] = [
    timing.firstToken !== undefined && {
      text: formatDuration(timing.firstToken),
      short: `${formatSeconds(timing.firstToken)} first`,
      meaning: 'Time to first token',
      tone: 'time',
    },
    timing.end !== undefined && {
      text: formatDuration(timing.end),
      short: formatSeconds(timing.end),
      meaning: 'Total time',
      tone: 'time',
    },
    speed !== undefined && {
      text: `${speedText(speed)} tok/s`,
      meaning: 'Tokens per second after the first token',
    },
    usage && {
      text: `${formatCount(usage.prompt_tokens)}→${formatCount(usage.completion_tokens)}`,
      short: `${formatCount(usage.completion_tokens)} tok`,
      meaning: 'Tokens: prompt→completion',
    },
    reported !== undefined && {
      text: reported,
      short:
        estimatedMicroUsd !== undefined
          ? `≈ ${formatCharge(estimatedMicroUsd)}`
          : cost === undefined || cost.diem > 0
            ? reported
            : formatCharge(cost.usd * 1_000_000),
      meaning:
        estimatedMicroUsd === undefined ? 'Reported cost' : 'Estimated cost: tokens at list price',
      tone: 'money',
    },
    model !== undefined &&
      isOther && { text: model, meaning: `Model used (requested: ${askedModel})` },
    encryption !== undefined &&
      !encryption.plain && {
        text: 'encrypted',
        short: 'encrypted',
        meaning: `End-to-end encrypted: ${attestationLevel(encryption)}`,
      },
    ...[...reasons].map(([text, meaning = 'Finish reason']) => ({ text, meaning })),
  ]
  return figures.filter((figure) => figure !== undefined && figure !== false)
}

/** What was checked of the key that messages were encrypted for, and nothing more. */
function attestationLevel({ bound }: Pick<AnswerEncryption, 'bound'>): string {
  return bound ? 'key and nonce bound in the quote' : 'attestation level unknown'
}

/** Tokens per second in as many digits as mean something. */
function speedText(speed: number): string {
  return speed.toFixed(speed < 10 ? 1 : 0)
}

/** A stream shorter than this, in ms, came in so few pieces that its speed says nothing. */
const MIN_MEASURED = 300

/** Completion tokens over the time from the first token to the end; undefined when too short to say. */
export function tokensPerSecond({
  usage,
  timing,
}: Pick<Answer, 'usage' | 'timing'>): number | undefined {
  const tokens = usage?.completion_tokens
  if (tokens === undefined || timing.firstToken === undefined || timing.end === undefined)
    return undefined
  const ms = timing.end - timing.firstToken
  return ms >= MIN_MEASURED && tokens > 1 ? (tokens / ms) * 1000 : undefined
}

/** A parameter whose value in force is not the one that was asked for. */
interface ParameterDifference {
  name: string
  asked: unknown
  applied: unknown
}

type Asked = Pick<AnswerVersion, 'model' | 'asked'>

/** The vendor parameters that the service echoed otherwise than asked; suffixes of the model count. */
export function parameterDifferences(
  { echo }: Pick<Answer, 'echo'>,
  { model, asked }: Asked,
): ParameterDifference[] {
  if (echo === undefined) return []
  // A suffix beats the object (contract, "vendor_parameters").
  const wanted = { ...asked?.vendor_parameters, ...parseModelSuffix(model).parameters }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const applied = Object.hasOwn(echo, name) ? echo[name] : undefined
    return applied === undefined || applied === value ? [] : [{ name, asked: value, applied }]
  })
}

/** Traits as services spell them; the answer to one names the model that has it. */
const TRAIT = /^(?:default|fastest|most)(?:_|$)/

/**
 * Whether a model answered that nobody asked for by any name: a fallback, or another one than the
 * id in the request. A name with a date after it is the same model.
 */
export function isOtherModel(
  { model, served }: Pick<Answer, 'model' | 'served'>,
  asked: string,
): boolean {
  const { id } = parseModelSuffix(asked)
  if (served?.router !== undefined) return served.router.startsWith('fallback=')
  return model !== undefined && model !== id && !model.startsWith(`${id}-`) && !TRAIT.test(id)
}

/** How the request came to a model that is not called as asked; undefined when it is the same. */
export function modelDifference(
  { model, served }: Pick<Answer, 'model' | 'served'>,
  asked: string,
): string | undefined {
  const { id } = parseModelSuffix(asked)
  if (model === undefined || model === id) return undefined
  const [kind, name = ''] = (served?.router ?? '').split('=', 2)
  switch (kind) {
    case 'trait':
      return `"${id}" is a trait. It currently resolves to ${model}.`
    case 'mapping':
      return `"${name || id}" is another provider's model ID, mapped to ${model}.`
    case 'fallback':
      return `${id} was unavailable. ${model} is one of your fallbacks.`
    default:
      return `Requested ${id}, but the API used ${model}.`
  }
}
