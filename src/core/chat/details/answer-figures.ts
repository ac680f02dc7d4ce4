import type { Answer, AnswerChoice, AnswerEncryption } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { formatCharge } from '../../format/money.ts'
import { formatCost, formatCount, formatDuration, formatSeconds } from '../../format/units.ts'

/** Why an answer ended, in words, by finish reason. */
const FINISH_MEANINGS: Readonly<Record<string, string>> = {
  stop: 'The model finished the response',
  length: 'Reached the token limit: the response is incomplete',
  tool_calls: 'The model requests tool calls',
  content_filter: 'Stopped by a content filter',
}

/** What the finish reason of a choice means; undefined for one that is not known. */
export function finishMeaning({ finishReason = '', toolCalls }: AnswerChoice): string | undefined {
  const isOnlySearch = toolCalls.length > 0 && toolCalls.every(isSearchDocuments)
  return finishReason === 'tool_calls' && isOnlySearch
    ? 'Search results came as a tool call: nothing to run'
    : FINISH_MEANINGS[finishReason]
}

/** One figure of the line under an answer. */
export interface AnswerFigure {
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
export function attestationLevel({ bound }: Pick<AnswerEncryption, 'bound'>): string {
  return bound ? 'key and nonce bound in the quote' : 'attestation level unknown'
}

/** Tokens per second in as many digits as mean something. */
export function speedText(speed: number): string {
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
