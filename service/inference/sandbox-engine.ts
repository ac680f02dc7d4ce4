import { messageText } from '../../src/contract/chat/messages.ts'
import { capabilitiesOf } from '../../src/contract/models/model.ts'
import { readDirectives, type Directives } from './directives.ts'
import type { Engine, GenerationRequest, GenerationStep } from './engine.ts'
import { sandboxLogprob } from './logprobs.ts'
import { createPace, DEFAULT_TOKENS_PER_SECOND, FIRST_TOKEN_DELAY_MS, pause } from './pace.ts'
import { failureOfModel, failureWithStatus, timedOut } from './sandbox-failures.ts'
import { planChoice, type ChoicePlan } from './sandbox-plan.ts'
import { StreamFailure } from './stream-failure.ts'

/** How long `sandbox-slow` works before it gives up on an answer that is not streamed, ms. */
const SLOW_MODEL_DELAY_MS = 2000

/** The engine of the built-in models. */
export function createSandboxEngine(slowModelDelayMs: number = SLOW_MODEL_DELAY_MS): Engine {
  return {
    start: async (generation, signal) => {
      const directives = directivesOf(generation)
      const failure = failureOfModel(generation.model.id)
      if (failure) throw failure
      if (directives.failStatus !== undefined) throw failureWithStatus(directives.failStatus)
      if (generation.model.id === 'sandbox-slow' && !generation.stream) {
        await pause(slowModelDelayMs, signal)
        throw timedOut()
      }
      return generate(generation, directives, signal)
    },
  }
}

function directivesOf({ request }: GenerationRequest): Directives {
  const last = request.messages.findLast((message) => message.role === 'user')
  return last ? readDirectives(messageText(last)) : {}
}

async function* generate(
  generation: GenerationRequest,
  directives: Directives,
  signal: AbortSignal,
): AsyncGenerator<GenerationStep> {
  const choices = generation.request.n ?? 1
  const plans = Array.from({ length: choices }, (_, choice) =>
    planChoice(generation, choice, directives),
  )
  const sequences = plans.map((plan, choice) => stepsOf(plan, choice, generation))
  const planned = Math.max(...sequences.map((steps) => steps.length))
  const failAt = directives.streamError ? Math.ceil(planned / 2) : Number.POSITIVE_INFINITY

  const rate = directives.rate ?? (generation.stream ? DEFAULT_TOKENS_PER_SECOND : 0)
  const silence = (directives.stallSeconds ?? 0) * 1000
  await pause(silence + (generation.stream && rate > 0 ? FIRST_TOKEN_DELAY_MS : 0), signal)
  const pace = createPace(rate, signal)
  let sent = 0
  for (let at = 0; at < planned; at += 1) {
    if (at >= failAt) throw overloaded()
    if (sequences[0]?.[at]?.kind === 'delta') await pace()
    for (const steps of sequences) {
      const step = steps[at]
      if (step === undefined) continue
      if (step.kind === 'delta' && step.tokens > 0) {
        if (sent >= (directives.cutAfter ?? Number.POSITIVE_INFINITY)) {
          yield { kind: 'cut' }
          return
        }
        sent += step.tokens
      }
      yield step
    }
  }
}

function stepsOf(
  plan: ChoicePlan,
  choice: number,
  { request, model }: GenerationRequest,
): GenerationStep[] {
  const wantsLogprobs = request.logprobs === true && capabilitiesOf(model).supportsLogProbs === true
  const steps: GenerationStep[] = plan.reasoning.map((token) => ({
    kind: 'delta',
    choice,
    delta: { reasoning_content: token },
    tokens: 1,
  }))
  if (plan.reasoning.length > 0)
    steps.push({
      kind: 'delta',
      choice,
      delta: {
        reasoning_details: [
          { type: 'reasoning.text', text: plan.reasoning.join(''), format: 'sandbox-v1', index: 0 },
        ],
      },
      tokens: 0,
    })
  if (plan.call) steps.push(...callSteps(plan.call, choice))
  for (const [place, token] of plan.content.entries())
    steps.push({
      kind: 'delta',
      choice,
      delta: { content: token },
      tokens: 1,
      ...(wantsLogprobs
        ? { logprob: sandboxLogprob(token, place, request.top_logprobs ?? 0) }
        : {}),
    })
  steps.push({ kind: 'finish', choice, reason: plan.finish })
  return steps
}

function callSteps(call: NonNullable<ChoicePlan['call']>, choice: number): GenerationStep[] {
  const head: GenerationStep = {
    kind: 'delta',
    choice,
    delta: {
      tool_calls: [
        { index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    },
    tokens: 0,
  }
  const pieces = call.pieces.map((piece): GenerationStep => ({
    kind: 'delta',
    choice,
    delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] },
    tokens: 1,
  }))
  return [head, ...pieces]
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
