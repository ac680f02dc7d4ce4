import { messageText } from '../../../../contract/chat/messages.ts'
import { stopSequences } from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { FinishReason, GenerationRequest } from '../engine.ts'
import { untilTokenId } from '../prepare/token-ids.ts'
import { tokenize } from '../prepare/tokens.ts'
import { randomFrom, type Random } from '../random.ts'
import type { Directives } from './directives.ts'
import { fillerText } from './filler-text.ts'
import { structuredAnswer } from './json/structured-answer.ts'
import type { SeenPicture } from './reply/see-picture.ts'
import { MARKDOWN_FIXTURE } from './report/markdown-fixture.ts'
import { sandboxReport } from './report/sandbox-report.ts'
import { createSampler, samplingOf } from './sampler.ts'
import { sandboxReasoning, thinksFirst } from './sandbox-reasoning.ts'
import { sandboxReply } from './sandbox-reply.ts'
import { plannedCalls, type PlannedCall } from './sandbox-tools.ts'

/** A tool call with its id, and its arguments in tokens. */
interface CallInPieces extends PlannedCall {
  id: string
  pieces: string[]
}

/** All that one choice will say, decided before the first token leaves. */
export interface ChoicePlan {
  reasoning: string[]
  content: string[]
  calls: CallInPieces[]
  finish: FinishReason
}

/** Plans one choice. The same conversation, seed, model and sampling parameters give the same plan. */
export function planChoice(
  generation: GenerationRequest,
  choice: number,
  directives: Directives,
  seed: string,
  seen: ReadonlyMap<string, SeenPicture>,
): ChoicePlan {
  const random = randomFrom(`${seed} ${choice}`)
  const reasoning = tokenize(
    thinksFirst(generation, directives) ? sandboxReasoning(generation) : '',
  )
  const answersInText =
    directives.tokens !== undefined || (directives.report && directives.tool === undefined)
  const calls = answersInText ? [] : plannedCalls(generation, directives)
  if (calls.length > 0)
    return cutToLimit(
      {
        reasoning,
        content: [],
        calls: calls.map((call) => ({
          ...call,
          id: callId(random),
          pieces: tokenize(call.arguments),
        })),
        finish: 'tool_calls',
      },
      generation.maxTokens,
    )
  const { request } = generation
  const text = untilTokenId(
    untilStop(contentText(generation, choice, directives, random, seen), stopSequences(request)),
    new Set(request.stop_token_ids),
  )
  return cutToLimit(
    { reasoning, content: tokenize(text), calls: [], finish: 'stop' },
    generation.maxTokens,
  )
}

function callId(random: Random): string {
  const part = () => Math.floor(random() * 2 ** 32).toString(36)
  return `call_${part()}${part()}`
}

function contentText(
  generation: GenerationRequest,
  choice: number,
  directives: Directives,
  random: Random,
  seen: ReadonlyMap<string, SeenPicture>,
): string {
  const { request, model, maxTokens } = generation
  const sampler = createSampler(samplingOf(request, model), random)
  if (directives.tokens !== undefined)
    // One more than the limit, so that the cut at the limit is seen as one.
    return fillerText(sampler, Math.min(directives.tokens, maxTokens + 1))
  if (directives.markdown) return MARKDOWN_FIXTURE
  if (directives.echo) return echo(generation)
  if (directives.report) return sandboxReport(generation, choice, sampler, directives)
  const json = structuredAnswer(request, sampler)
  if (json !== undefined) return JSON.stringify(json, null, 2)
  const reply = sandboxReply(generation, choice, sampler, directives, seen)
  return model.id === 'sandbox-think-tags' ? withThinkTags(generation, reply) : reply
}

/** The request as it arrived. The fence is longer than any run of backticks inside. */
function echo({ received }: GenerationRequest): string {
  const json = echoedRequest(received)
  const longest = (json.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${json}\n${fence}\n`
}

const MAX_DATA_LENGTH = 200
const SHOWN_DATA_LENGTH = 40

/** The request as indented JSON. Of base64 data only the start is shown: it says nothing to people. */
function echoedRequest(received: JsonObject): string {
  return JSON.stringify(
    received,
    (_name, value: unknown) =>
      typeof value === 'string' && value.length > MAX_DATA_LENGTH && isData(value)
        ? `${value.slice(0, SHOWN_DATA_LENGTH)}… (${value.length.toLocaleString('en-US')} characters)`
        : value,
    2,
  )
}

function isData(text: string): boolean {
  return /^data:[^,\s]{0,200},/i.test(text) || /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
}

function withThinkTags(generation: GenerationRequest, reply: string): string {
  if (generation.vendor.disable_thinking) return reply
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
  const { reasoning, content, calls } = plan
  const called = calls.reduce((sum, { pieces }) => sum + pieces.length, 0)
  if (reasoning.length + content.length + called <= limit) return plan
  let left = Math.max(0, limit - reasoning.length)
  const cutCalls = calls.flatMap((call) => {
    if (left === 0) return []
    const pieces = call.pieces.slice(0, left)
    left -= pieces.length
    return [{ ...call, pieces }]
  })
  return {
    reasoning: reasoning.slice(0, limit),
    content: content.slice(0, left),
    calls: cutCalls,
    finish: 'length',
  }
}
