import { messageText, type ReasoningDetail } from '../../../contract/chat/messages.ts'
import type { ReasoningEffort } from '../../../contract/chat/request/request-fields.ts'
import { reasoningEffort } from '../../../contract/chat/request/request.ts'
import { encodeBase64, encodeBase64Url } from '../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../contract/encoding/sha256.ts'
import { capabilitiesOf } from '../../../contract/models/model.ts'
import { standardError } from '../http/http-error.ts'
import type { GenerationRequest } from '../inference/engine.ts'
import type { Directives } from './directives.ts'
import { clockAnswer } from './reply/general-answer.ts'

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

const FORMAT = 'sandbox-v1'

/** The records of one piece of reasoning: its text, and a summary when one was asked for. */
export function reasoningDetails(text: string, summary: string | undefined): ReasoningDetail[] {
  const records = [
    { type: 'reasoning.text', text },
    ...(summary === undefined
      ? []
      : [{ type: 'reasoning.summary', text: summaryOf(text, summary) }]),
  ]
  return records.map((record, index) => signed({ ...record, format: FORMAT, index }))
}

/** How many records of this service came back in a message, and how many of them were changed. */
export function checkReasoningDetails(details: readonly ReasoningDetail[]) {
  const own = details.filter((record) => record['format'] === FORMAT)
  const changed = own.filter((record) => {
    const { id: _, data: __, ...content } = record
    return signed(content)['data'] !== record['data']
  })
  return { own: own.length, changed: changed.length }
}

/** `data` is a digest of the record, so that a change shows when it is passed back. */
function signed(record: ReasoningDetail): ReasoningDetail {
  const { type, text, format, index } = record
  const data = encodeBase64Url(sha256(JSON.stringify([type, text, format, index])))
  return { ...record, id: `rs_${data.slice(0, 16)}`, data }
}

/** `concise` is the first sentence, anything else the first two. */
function summaryOf(text: string, summary: string): string {
  const sentences = text.match(/(?<![^.])[^.]+\./g) ?? [text]
  return sentences
    .slice(0, summary === 'concise' ? 1 : 2)
    .join('')
    .trim()
}

/** Stands for the models of one maker, whose tool calls must come back with what they were signed with. */
const SIGNING_MODEL = 'sandbox-large'

/** Whether a model signs its tool calls, as some behind the real service do. */
export function signsCalls({ model, likeProvider }: GenerationRequest): boolean {
  return likeProvider && model.id === SIGNING_MODEL
}

/** The `thought_signature` of a call, beside its `function`. */
export function thoughtSignature(id: string): string {
  return encodeBase64(sha256(`thought ${id}`))
}

/** Refuses a tool call of the present turn that came back without its signature. @throws HttpError 400 */
export function requireSignatures({ request: { messages } }: GenerationRequest): void {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  for (const message of messages.slice(asked + 1))
    for (const call of message.role === 'assistant' ? (message.tool_calls ?? []) : []) {
      const signature = call['thought_signature']
      if (signature === undefined)
        throw standardError(
          400,
          `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call \`${call.function.name}\`.`,
        )
      if (signature !== thoughtSignature(call.id))
        throw standardError(400, 'Thought signature is not valid.')
    }
}
