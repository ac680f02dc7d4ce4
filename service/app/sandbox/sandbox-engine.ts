import { messageText } from '../../../contract/chat/messages.ts'
import type { TokenLogprob } from '../../../contract/chat/response.ts'
import { encodeBase64 } from '../../../contract/encoding/bytes.ts'
import { longSha256 } from '../../../contract/encoding/sha256.ts'
import { capabilitiesOf } from '../../../contract/models/model.ts'
import { invalidValue } from '../http/http-error.ts'
import { StreamFailure } from '../inference/chat/answer-stream.ts'
import type {
  Engine,
  GenerationRequest,
  GenerationStep,
  GenerationSteps,
} from '../inference/engine.ts'
import { SERVICE_SYSTEM_PROMPT } from '../inference/prepare/added-messages.ts'
import { randomFrom } from '../inference/random.ts'
import { nextTurn, pause } from '../timing.ts'
import {
  type Directives,
  failureOfModel,
  failureWithStatus,
  readDirectives,
  timedOut,
} from './directives.ts'
import type { LookAtPictures } from './reply/see-picture.ts'
import { type ChoicePlan, planChoice } from './sandbox-plan.ts'
import {
  reasoningDetails,
  requireSignatures,
  signsCalls,
  thoughtSignature,
} from './sandbox-reasoning.ts'

/** How long `sandbox-slow` works before it gives up on an answer that is not streamed, ms. */
const SLOW_MODEL_DELAY_MS = 2000

/** Most tokens of all choices of one answer together: they are planned in memory. */
const MAX_TOTAL_TOKENS = 1_000_000

interface SandboxTimes {
  slowModelDelayMs?: number | undefined
  /** Of a stream whose message does not say `/rate`. */
  tokensPerSecond?: number | undefined
}

const seesNothing: LookAtPictures = () => Promise.resolve(new Map())

/** The engine of the built-in models. */
export function createSandboxEngine(
  {
    slowModelDelayMs = SLOW_MODEL_DELAY_MS,
    tokensPerSecond = DEFAULT_TOKENS_PER_SECOND,
  }: SandboxTimes = {},
  lookAtPictures = seesNothing,
): Engine {
  return {
    systemPrompt: SERVICE_SYSTEM_PROMPT,
    start: async (generation, signal) => {
      const pace = { rate: generation.stream ? tokensPerSecond : 0 }
      const directives = { ...pace, ...directivesOf(generation) }
      const failure = failureOfModel(generation.model.id)
      if (failure) throw failure
      if (directives.failStatus !== undefined) throw failureWithStatus(directives.failStatus)
      if (generation.model.id === 'sandbox-slow' && !generation.stream) {
        await pause(slowModelDelayMs, signal)
        throw timedOut()
      }
      const isSigned = signsCalls(generation)
      if (isSigned) requireSignatures(generation)
      const seen = await lookAtPictures(generation, signal)
      const plans = await planned(generation, directives, seen, signal)
      return { steps: generate(generation, plans, { ...directives, isSigned }, signal) }
    },
  }
}

function directivesOf({ request }: GenerationRequest): Directives {
  const last = request.messages.findLast((message) => message.role === 'user')
  return last ? readDirectives(messageText(last)) : {}
}

async function planned(
  generation: GenerationRequest,
  directives: Directives,
  seen: Awaited<ReturnType<LookAtPictures>>,
  signal: AbortSignal,
): Promise<ChoicePlan[]> {
  const { request, model } = generation
  const asked = JSON.stringify([model.id, request.seed, request.messages])
  const seed = encodeBase64(await longSha256(asked))
  const plans: ChoicePlan[] = []
  let tokens = 0
  for (let choice = 0; choice < (request.n ?? 1); choice += 1) {
    // Others have their turn between choices.
    if (choice > 0) await nextTurn(signal)
    const plan = planChoice(generation, choice, directives, seed, seen)
    plans.push(plan)
    tokens += plannedTokens(plan)
    if (tokens > MAX_TOTAL_TOKENS)
      throw invalidValue(
        ['n'],
        'too_big',
        `n is ${request.n}; all choices together would have more than ${MAX_TOTAL_TOKENS} tokens. Lower n or max_completion_tokens.`,
      )
  }
  return plans
}

async function* generate(
  generation: GenerationRequest,
  plans: readonly ChoicePlan[],
  { rate, isSigned, ...directives }: Directives & { rate: number; isSigned: boolean },
  signal: AbortSignal,
): GenerationSteps {
  const longest = Math.max(...plans.map(plannedTokens))
  const failAt = directives.streamError ? Math.ceil(longest / 2) : Number.POSITIVE_INFINITY
  const cutAfter = directives.cutAfter ?? Number.POSITIVE_INFINITY
  const silence = (directives.stallSeconds ?? 0) * 1000
  const first = silence + (generation.stream && rate > 0 ? FIRST_TOKEN_DELAY_MS : 0)
  if (first > 0) await pause(first, signal)
  const pace = createPace(rate, signal)
  let going = plans.map((plan, choice) => plannedSteps(plan, choice, generation, isSigned))
  const over = new Set<(typeof going)[number]>()
  let sent = 0
  let ready: GenerationStep[] = []
  for (let round = 0; going.length > 0; round += 1) {
    if (round >= failAt) {
      if (ready.length > 0) yield ready
      throw overloaded()
    }
    const steps: GenerationStep[] = []
    for (const sequence of going) {
      const { value } = sequence.next()
      if (value === undefined) over.add(sequence)
      else steps.push(value)
    }
    if (steps.length < going.length) going = going.filter((sequence) => !over.has(sequence))
    if (steps.some((step) => step.kind === 'delta' && step.tokens > 0)) {
      const ms = pace.next()
      if (ms !== undefined) {
        if (ready.length > 0) yield ready
        ready = []
        await pace.wait(ms)
      }
    }
    for (const step of steps) {
      if (step.kind === 'delta' && step.tokens > 0) {
        if (sent >= cutAfter) {
          ready.push({ kind: 'cut' })
          yield ready
          return
        }
        sent += step.tokens
      }
      ready.push(step)
    }
  }
  if (ready.length > 0) yield ready
}

function overloaded(): StreamFailure {
  return new StreamFailure({
    message: 'The model is overloaded. Please try again later.',
    type: 'server_error',
    code: 'model_overloaded',
    param: null,
    retry_after: 5,
  })
}

/** When nothing else was asked for: quick, but visibly one piece after the other. */
const DEFAULT_TOKENS_PER_SECOND = 90
/** Silence before the first token of a stream, ms. */
const FIRST_TOKEN_DELAY_MS = 150

const TURN_EVERY = 64

/**
 * A steady rate, whatever the timer's grain: each token has its due time. A rate of 0 never waits, but
 * lets others have their turn.
 */
function createPace(tokensPerSecond: number, signal: AbortSignal) {
  const started = performance.now()
  let tokens = 0
  return {
    /** How long the next token has to wait, ms; 0 to let others have their turn, undefined for not at all. */
    next: () => {
      signal.throwIfAborted()
      tokens += 1
      if (tokensPerSecond > 0) {
        const ms = started + ((tokens - 1) * 1000) / tokensPerSecond - performance.now()
        if (ms >= 1) return ms
      }
      return tokens % TURN_EVERY === 0 ? 0 : undefined
    },
    /** Waits so long. Rejects when the signal ends it. */
    wait: (ms: number) => (ms > 0 ? pause(ms, signal) : nextTurn(signal)),
  }
}

type DeltaStep = Extract<GenerationStep, { kind: 'delta' }>

function plannedTokens({ reasoning, content, calls }: ChoicePlan): number {
  return (
    reasoning.length + content.length + calls.reduce((sum, call) => sum + call.pieces.length, 0)
  )
}

function* plannedSteps(
  plan: ChoicePlan,
  choice: number,
  { request, model }: GenerationRequest,
  isSigned: boolean,
): Generator<GenerationStep, undefined> {
  for (const token of plan.reasoning)
    yield { kind: 'delta', choice, delta: { reasoning_content: token }, tokens: 1 }
  if (plan.reasoning.length > 0) {
    const records = reasoningDetails(plan.reasoning.join(''), request.reasoning?.summary)
    yield { kind: 'delta', choice, delta: { reasoning_details: records }, tokens: 0 }
  }
  for (const [index, call] of plan.calls.entries()) yield* callSteps(call, index, choice, isSigned)
  const wantsLogprobs = request.logprobs === true && capabilitiesOf(model).supportsLogProbs === true
  let place = 0
  for (const token of plan.content) {
    const step: DeltaStep = { kind: 'delta', choice, delta: { content: token }, tokens: 1 }
    if (wantsLogprobs) step.logprob = sandboxLogprob(token, place, request.top_logprobs ?? 0)
    yield step
    place += 1
  }
  yield { kind: 'finish', choice, reason: plan.finish }
  return undefined
}

function* callSteps(
  { id, name, pieces }: ChoicePlan['calls'][number],
  index: number,
  choice: number,
  isSigned: boolean,
): Generator<GenerationStep> {
  const signature = isSigned ? { thought_signature: thoughtSignature(id) } : {}
  const head = { index, id, type: 'function', function: { name, arguments: '' }, ...signature }
  yield { kind: 'delta', choice, delta: { tool_calls: [head] }, tokens: 0 }
  for (const piece of pieces)
    yield {
      kind: 'delta',
      choice,
      delta: { tool_calls: [{ index, function: { arguments: piece } }] },
      tokens: 1,
    }
}

const OTHER_TOKENS = [
  ' the',
  ' a',
  ' of',
  '.',
  ',',
  ' and',
  ' to',
  ' in',
  ' is',
  ' that',
  ' for',
  '\n',
] as const
const MAX_ALTERNATIVES = 20

/**
 * Made-up but plausible log probabilities of a token: the same token at the same place has the same
 * ones, the alternatives are sorted, and together they never exceed certainty.
 */
function sandboxLogprob(token: string, place: number, alternatives: number): TokenLogprob {
  const random = randomFrom(`${place} ${token}`)
  const certainty = 0.35 + 0.64 * Math.sqrt(random())
  const chosen = { token, logprob: rounded(certainty), bytes: utf8(token) }
  const others = OTHER_TOKENS.filter((other) => other !== token)
  let left = 1 - certainty
  const top = [chosen]
  for (let rank = 0; rank < Math.min(alternatives, MAX_ALTERNATIVES) - 1; rank += 1) {
    const other = others[(place + rank) % others.length] ?? ' '
    const text = rank < others.length ? other : `${other}${rank}`
    left /= 2
    top.push({ token: text, logprob: rounded(left), bytes: utf8(text) })
  }
  // A choice that was less likely than its alternatives does happen; the list stays sorted.
  const sorted = top.toSorted((a, b) => b.logprob - a.logprob)
  return { ...chosen, top_logprobs: alternatives > 0 ? sorted : [] }
}

function rounded(probability: number): number {
  return Math.round(Math.log(probability) * 10_000) / 10_000
}

function utf8(text: string): number[] {
  return [...new TextEncoder().encode(text)]
}
