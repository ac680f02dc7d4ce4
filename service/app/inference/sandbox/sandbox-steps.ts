import { capabilitiesOf } from '../../../../contract/models/model.ts'
import type { GenerationRequest, GenerationStep } from '../engine.ts'
import { sandboxLogprob } from './logprobs.ts'
import { reasoningDetails } from './reasoning-details.ts'
import type { ChoicePlan } from './sandbox-plan.ts'
import { thoughtSignature } from './thought-signatures.ts'

type DeltaStep = Extract<GenerationStep, { kind: 'delta' }>

/** How many tokens a planned choice has, visible and not. */
export function plannedTokens({ reasoning, content, calls }: ChoicePlan): number {
  return (
    reasoning.length + content.length + calls.reduce((sum, call) => sum + call.pieces.length, 0)
  )
}

/** The steps of one planned choice, made one by one. */
export function* plannedSteps(
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
