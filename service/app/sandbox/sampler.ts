import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import { constraintsOf, type Model } from '../../../contract/models/model.ts'
import { countTokens, firstTokens } from '../inference/prepare/tokens.ts'
import type { Random } from '../inference/random.ts'

/** The sampling parameters in force. */
export interface SamplingSettings {
  temperature: number
  /** Present when `min_temp` or `max_temp` was sent: the temperature then follows the entropy. */
  dynamic?: { min: number; max: number }
  topP: number
  /** 0 means no limit. */
  topK: number
  minP: number
  frequencyPenalty: number
  presencePenalty: number
  repetitionPenalty: number
}

/** What a request and its model's defaults make of the sampling parameters. */
export function samplingOf(request: ChatRequest, model: Model): SamplingSettings {
  const constraints = constraintsOf(model)
  const temperature = request.temperature ?? constraints.temperature?.default ?? 1
  const { min_temp, max_temp } = request
  return {
    temperature,
    ...(min_temp === undefined && max_temp === undefined
      ? {}
      : {
          dynamic: {
            min: min_temp ?? Math.min(temperature, max_temp ?? temperature),
            max: max_temp ?? Math.max(temperature, min_temp ?? temperature),
          },
        }),
    topP: request.top_p ?? constraints.top_p?.default ?? 1,
    topK: request.top_k ?? 0,
    minP: request.min_p ?? 0,
    frequencyPenalty: request.frequency_penalty ?? 0,
    presencePenalty: request.presence_penalty ?? 0,
    repetitionPenalty: request.repetition_penalty ?? 1,
  }
}

/** Picks wording from a list that is ordered from most to least likely, and remembers its picks. */
export interface Sampler {
  pick<T extends string>(options: readonly [T, ...T[]]): T
}

interface Candidate {
  at: number
  logit: number
}

interface Share {
  at: number
  share: number
}

/**
 * A real sampler over a small vocabulary: the option at rank r starts with probability 1/r, then
 * penalties, temperature, top_k, top_p and min_p do to it what they do to the tokens of a model.
 */
export function createSampler(settings: SamplingSettings, random: Random): Sampler {
  const { repetitionPenalty, frequencyPenalty, presencePenalty } = settings
  const isPenalizing = repetitionPenalty !== 1 || frequencyPenalty !== 0 || presencePenalty !== 0
  const picked = new Map<string, number>()
  // Without penalties the same options have the same shares each time.
  const known = isPenalizing ? undefined : knownShares(settings)
  return {
    pick: (options) => {
      let shares = known?.get(options)
      if (shares === undefined) {
        const candidates = options.map((option, at) => ({
          at,
          logit: penalized(Math.log(options.length / (at + 1)), picked.get(option) ?? 0, settings),
        }))
        shares = keptShares(candidates, settings)
        known?.set(options, shares)
      }
      const choice = options[draw(shares, random)] ?? options[0]
      if (isPenalizing) picked.set(choice, (picked.get(choice) ?? 0) + 1)
      return choice
    },
  }
}

/** The shares of lists of options under settings without penalties, by those settings. */
const sharesBySettings = new Map<string, WeakMap<readonly string[], readonly Share[]>>()
const MOST_SETTINGS = 100

function knownShares({ temperature, dynamic, topP, topK, minP }: SamplingSettings) {
  const name = `${temperature} ${dynamic?.min} ${dynamic?.max} ${topP} ${topK} ${minP}`
  const known = sharesBySettings.get(name)
  if (known !== undefined) return known
  const fresh = new WeakMap<readonly string[], readonly Share[]>()
  if (sharesBySettings.size < MOST_SETTINGS) sharesBySettings.set(name, fresh)
  return fresh
}

function penalized(logit: number, count: number, settings: SamplingSettings): number {
  if (count === 0) return logit
  const { repetitionPenalty, frequencyPenalty, presencePenalty } = settings
  const repeated = logit / Math.max(repetitionPenalty, 0.01)
  return repeated - frequencyPenalty * count - presencePenalty
}

/** What may be drawn, the likeliest first. */
function keptShares(candidates: readonly Candidate[], settings: SamplingSettings): Share[] {
  const ranked = probabilities(candidates, temperatureFor(candidates, settings)).toSorted(
    (a, b) => b.share - a.share,
  )
  let sum = 0
  return ranked.filter(({ share }, rank) => {
    const before = sum
    sum += share
    if (rank === 0) return true
    if (settings.topK > 0 && rank >= settings.topK) return false
    return before < settings.topP && share >= settings.minP
  })
}

function draw(kept: readonly Share[], random: Random): number {
  const total = kept.reduce((all, { share }) => all + share, 0)
  let left = random() * total
  for (const { at, share } of kept) {
    left -= share
    if (left < 0) return at
  }
  return kept.at(-1)?.at ?? 0
}

/** Dynamic temperature is low where one option stands out, and high where all are alike. */
function temperatureFor(
  candidates: readonly Candidate[],
  { temperature, dynamic }: SamplingSettings,
): number {
  if (dynamic === undefined) return temperature
  const entropy = probabilities(candidates, 1).reduce(
    (sum, { share }) => sum - (share > 0 ? share * Math.log(share) : 0),
    0,
  )
  const most = Math.log(candidates.length)
  return dynamic.min + (dynamic.max - dynamic.min) * (most > 0 ? entropy / most : 0)
}

function probabilities(candidates: readonly Candidate[], temperature: number): Share[] {
  const highest = Math.max(...candidates.map(({ logit }) => logit))
  const weights = candidates.map(({ at, logit }) => ({
    at,
    // Temperature 0 is greedy.
    weight: logit === highest ? 1 : temperature > 0 ? Math.exp((logit - highest) / temperature) : 0,
  }))
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ at, weight }) => ({ at, share: weight / total }))
}

const SUBJECTS = [
  'A token',
  'The context',
  'Each request',
  'The first chunk',
  'A stop sequence',
  'The usage record',
  'A seed',
  'The system prompt',
] as const
const VERBS = [
  'carries',
  'limits',
  'explains',
  'repeats',
  'shortens',
  'describes',
  'follows',
] as const
const OBJECTS = [
  'what the model has seen so far',
  'the price of the whole answer',
  'the next few words of the text',
  'a part of the conversation',
  'the rate at which text arrives',
  'one choice among several',
  'the *parameters* that were sent',
  'a field called `max_completion_tokens`',
] as const
const FACTORS = ['2', '3', '5', '7'] as const

/**
 * Plain Markdown of exactly `tokens` tokens: headings, paragraphs, lists and code. The sampling
 * parameters decide how much the wording varies.
 */
export function fillerText(sampler: Sampler, tokens: number): string {
  let text = ''
  for (let size = 0, number = 1; size < tokens; number += 1)
    for (const piece of fillerBlock(sampler, number)) {
      text += piece
      // No piece makes one token with what is before it.
      size += countTokens(piece)
      if (size >= tokens) break
    }
  return firstTokens(text, tokens)
}

/** A block in pieces, so that no more is worded than is asked for. */
function* fillerBlock(sampler: Sampler, number: number): Generator<string> {
  if (number % 9 === 1) yield `## Part ${Math.ceil(number / 9)}`
  else if (number % 9 === 5) {
    for (const before of ['', '\n', '\n']) yield `${before}- ${sampledSentence(sampler)}`
  } else if (number % 9 === 8)
    yield `\`\`\`ts\nconst part = ${number}\nconsole.log('tokens', part * ${sampler.pick(FACTORS)})\n\`\`\``
  else {
    yield sampledSentence(sampler)
    for (let more = 2 + (number % 3); more > 0; more -= 1) yield ` ${sampledSentence(sampler)}`
  }
  yield '\n\n'
}

/** One sentence, worded as the sampling parameters ask. */
export function sampledSentence(sampler: Sampler): string {
  return `${sampler.pick(SUBJECTS)} ${sampler.pick(VERBS)} ${sampler.pick(OBJECTS)}.`
}
