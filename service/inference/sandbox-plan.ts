import { messageText } from '../../src/contract/chat/messages.ts'
import { stopSequences } from '../../src/contract/chat/request.ts'
import type { Directives } from './directives.ts'
import type { FinishReason, GenerationRequest } from './engine.ts'
import { fillerText } from './filler-text.ts'
import { MARKDOWN_FIXTURE } from './markdown-fixture.ts'
import { randomFrom, type Random } from './random.ts'
import { sandboxReasoning } from './sandbox-reasoning.ts'
import { sandboxReply } from './sandbox-reply.ts'
import { answerSchema, plannedCall, type PlannedCall } from './sandbox-tools.ts'
import { schemaExample } from './schema-example.ts'
import { tokenize } from './tokens.ts'

/** All that one choice will say, decided before the first token leaves. */
export interface ChoicePlan {
  reasoning: string[]
  content: string[]
  call?: PlannedCall & { id: string; pieces: string[] }
  finish: FinishReason
}

/** Plans one choice. The same request, seed and model give the same plan. */
export function planChoice(
  generation: GenerationRequest,
  choice: number,
  directives: Directives,
): ChoicePlan {
  const random = randomFrom(seedText(generation, choice))
  const reasoning = tokenize(
    wantsReasoning(generation, directives) ? sandboxReasoning(generation) : '',
  )
  const call = directives.tokens === undefined ? plannedCall(generation, directives) : undefined
  if (call !== undefined) {
    const pieces = tokenize(call.arguments)
    const id = `call_${Math.floor(random() * 2 ** 32).toString(36)}${Math.floor(random() * 2 ** 32).toString(36)}`
    return cutToLimit(
      { reasoning, content: [], call: { ...call, id, pieces }, finish: 'tool_calls' },
      generation.maxTokens,
    )
  }
  const text = untilStop(
    contentText(generation, choice, directives, random),
    stopSequences(generation.request),
  )
  return cutToLimit({ reasoning, content: tokenize(text), finish: 'stop' }, generation.maxTokens)
}

function seedText({ request, model }: GenerationRequest, choice: number): string {
  const { stream: _, stream_options: __, ...rest } = request
  return `${model.id} ${choice} ${JSON.stringify(rest)}`
}

function wantsReasoning({ model, vendor }: GenerationRequest, { think }: Directives): boolean {
  return !vendor.disable_thinking && (model.id === 'sandbox-reasoning' || think === true)
}

function contentText(
  generation: GenerationRequest,
  choice: number,
  directives: Directives,
  random: Random,
): string {
  if (directives.tokens !== undefined) return fillerText(random, directives.tokens)
  if (directives.markdown) return MARKDOWN_FIXTURE
  if (directives.echo) return echo(generation)
  const schema = answerSchema(generation.request.response_format)
  if (schema !== undefined) return JSON.stringify(schemaExample(schema), null, 2)
  const reply = sandboxReply(generation, choice, random)
  return generation.model.id === 'sandbox-think-tags' ? withThinkTags(generation, reply) : reply
}

/** The request as it arrived. The fence is longer than any run of backticks inside. */
function echo({ received }: GenerationRequest): string {
  const json = JSON.stringify(received, null, 2)
  const longest = Math.max(2, ...[...json.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${json}\n${fence}\n`
}

function withThinkTags(generation: GenerationRequest, reply: string): string {
  const { strip_thinking_response, disable_thinking } = generation.vendor
  if (strip_thinking_response || disable_thinking) return reply
  const last = generation.request.messages.at(-1)
  const size = last ? messageText(last).length : 0
  return `<think>\nThe last message has ${size} characters. I am a simulator and do not think, but models of this kind put their thinking here.\n</think>\n\n${reply}`
}

function untilStop(text: string, stops: readonly string[]): string {
  const ends = stops.flatMap((stop) => {
    const at = stop === '' ? -1 : text.indexOf(stop)
    return at < 0 ? [] : [at]
  })
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}

/** The limit covers reasoning and visible tokens together, in the order in which they are made. */
function cutToLimit(plan: ChoicePlan, limit: number): ChoicePlan {
  const { reasoning, content, call } = plan
  const visible = call?.pieces ?? content
  if (reasoning.length + visible.length <= limit) return plan
  const left = Math.max(0, limit - reasoning.length)
  return {
    reasoning: reasoning.slice(0, limit),
    content: content.slice(0, left),
    finish: 'length',
    ...(call !== undefined && left > 0
      ? { call: { ...call, pieces: call.pieces.slice(0, left) } }
      : {}),
  }
}
