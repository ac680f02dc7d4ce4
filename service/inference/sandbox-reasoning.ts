import { messageText } from '../../src/contract/chat/messages.ts'
import type { ReasoningEffort } from '../../src/contract/chat/request-fields.ts'
import { reasoningEffort } from '../../src/contract/chat/request.ts'
import { capabilitiesOf } from '../../src/contract/models/model.ts'
import type { GenerationRequest } from './engine.ts'

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

/** The reasoning of a built-in model: '' when the effort is none or thinking is disabled. */
export function sandboxReasoning({ request, model, vendor }: GenerationRequest): string {
  const enabled = request.reasoning?.enabled !== false && !vendor.disable_thinking
  const effort = enabled ? (effortOf(request) ?? 'medium') : 'none'
  const last = request.messages.at(-1)
  const counts = request.messages.length
  const sentences = [
    `The effort in force is ${effort}${capabilitiesOf(model).supportsReasoningEffort ? '' : ', although this model does not list efforts'}.`,
    `The conversation has ${counts} message${counts === 1 ? '' : 's'}, and the last one is from the ${last?.role ?? 'user'}.`,
    `It holds ${last ? messageText(last).length : 0} characters of text.`,
    'I am a simulator, so I do not reason: I write about what I would look at.',
    'First I would check which of the system messages applies.',
    'Then I would look at the parameters that were sent and leave the others at their defaults.',
    'A higher effort makes this text longer, and every token of it is counted and charged.',
    'The count appears in usage as completion_tokens_details.reasoning_tokens.',
    'The limit max_completion_tokens covers these tokens as well as the visible ones.',
    'Now I can answer.',
  ]
  return sentences.slice(0, SENTENCES[effort]).join(' ')
}

function effortOf(request: GenerationRequest['request']): ReasoningEffort | undefined {
  const effort = reasoningEffort(request)
  return effort !== undefined && Object.hasOwn(SENTENCES, effort) ? effort : undefined
}
