import { messageText } from '../../../../contract/chat/messages.ts'
import { encodeBase64 } from '../../../../contract/encoding/base64.ts'
import { longSha256 } from '../../../../contract/encoding/sha256.ts'
import { invalidValue } from '../../http/http-error.ts'
import { nextTurn } from '../../timing/next-turn.ts'
import { pause } from '../../timing/pause.ts'
import { StreamFailure } from '../chat/stream-failure.ts'
import type { Engine, GenerationRequest, GenerationStep, GenerationSteps } from '../engine.ts'
import { SERVICE_SYSTEM_PROMPT } from '../prepare/added-messages.ts'
import { readDirectives, type Directives } from './directives.ts'
import { createPace, DEFAULT_TOKENS_PER_SECOND, FIRST_TOKEN_DELAY_MS } from './pace.ts'
import type { LookAtPictures } from './reply/look-at-pictures.ts'
import { failureOfModel, failureWithStatus, timedOut } from './sandbox-failures.ts'
import { planChoice, type ChoicePlan } from './sandbox-plan.ts'
import { plannedSteps, plannedTokens } from './sandbox-steps.ts'
import { requireSignatures, signsCalls } from './thought-signatures.ts'

/** How long `sandbox-slow` works before it gives up on an answer that is not streamed, ms. */
const SLOW_MODEL_DELAY_MS = 2000

/** Most tokens of all choices of one answer together: they are planned in memory. */
const MAX_TOTAL_TOKENS = 1_000_000

/** How long the built-in models take. */
interface SandboxTimes {
  slowModelDelayMs?: number | undefined
  /** Of a stream whose message does not say `/rate`. */
  tokensPerSecond?: number | undefined
}

/** For models without eyes. */
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
