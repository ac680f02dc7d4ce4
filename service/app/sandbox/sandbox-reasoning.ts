import { messageText } from '../../../contract/chat/messages.ts'
import type { ReasoningEffort } from '../../../contract/chat/request/request-fields.ts'
import { reasoningEffort } from '../../../contract/chat/request/request.ts'
import { capabilitiesOf } from '../../../contract/models/model.ts'
import type { GenerationRequest } from '../inference/engine.ts'
import type { Directives } from './directives.ts'
import { clockAnswer } from './reply/clock-answer.ts'

/** How many sentences of reasoning an effort asks for. */
const SENTENCES: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1,
  low: 2,
  medium: 4,
  high: 6,
  xhigh: 8,
  max: 10,
}

/** How much of a question is reasoned about, characters. */
const MAX_READ = 2000

/** The reasoning of a built-in model: '' when the effort is none or thinking is disabled. */
export function sandboxReasoning(generation: GenerationRequest): string {
  const { request, model } = generation
  const effort = effortInForce(generation)
  const last = request.messages.at(-1)
  const counts = request.messages.length
  const sentences = [
    ...(clockAnswer(last ? messageText(last).slice(0, MAX_READ) : '')?.steps ?? []),
    `The reasoning effort is ${effort}${capabilitiesOf(model).supportsReasoningEffort ? '' : ", although this model doesn't list efforts"}.`,
    `The conversation has ${counts} message${counts === 1 ? '' : 's'}, and the last one is from the ${last?.role ?? 'user'}.`,
    `It has ${last ? messageText(last).length : 0} characters of text.`,
    "I am a simulator, so I don't reason: I describe what I would check.",
    'First I would check which of the system messages applies.',
    'Then I would read the parameters that were sent and use the defaults of the others.',
    'A higher effort makes this text longer, and every token is counted and charged.',
    'The count appears in usage as completion_tokens_details.reasoning_tokens.',
    'The limit max_completion_tokens covers these tokens as well as the visible ones.',
    'Now I can respond.',
  ]
  return sentences.slice(0, SENTENCES[effort]).join(' ')
}

/** Whether this answer begins with reasoning in a field of its own. */
export function thinksFirst({ model, vendor }: GenerationRequest, { think }: Directives): boolean {
  return !vendor.disable_thinking && (model.id === 'sandbox-reasoning' || think === true)
}

/** The effort that counts: `reasoning_effort`, `reasoning.effort`, the default; none when disabled. */
export function effortInForce({ request, vendor }: GenerationRequest): ReasoningEffort {
  const enabled = request.reasoning?.enabled !== false && !vendor.disable_thinking
  return enabled ? (reasoningEffort(request) ?? 'medium') : 'none'
}
