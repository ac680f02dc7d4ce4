import { type Message, messageText } from '../../../contract/chat/messages.ts'
import { stopSequences } from '../../../contract/chat/request/request.ts'
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../../contract/json.ts'
import { modelName } from '../../../contract/models/model.ts'
import type { FinishReason, GenerationRequest } from '../inference/engine.ts'
import { tokenize, untilTokenId } from '../inference/prepare/tokens.ts'
import { type Random, randomFrom } from '../inference/random.ts'
import { type Directives, splitDirectives } from './directives.ts'
import { generalAnswer, plainText } from './reply/general-answer.ts'
import { earlierImages, mediaAnswer } from './reply/media-answer.ts'
import type { SeenPicture } from './reply/see-picture.ts'
import { MARKDOWN_FIXTURE } from './report/markdown-fixture.ts'
import { codeSpan, verbosityInForce } from './report/parameter-report.ts'
import { sandboxReport, scrapingReport, searchReport } from './report/sandbox-report.ts'
import { createSampler, fillerText, type Sampler, samplingOf } from './sampler.ts'
import { sandboxReasoning, thinksFirst } from './sandbox-reasoning.ts'
import { type PlannedCall, plannedCalls } from './sandbox-tools.ts'
import { schemaExample } from './schema-example.ts'

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

/** The value that `response_format` asks for; undefined where it asks for text. */
function structuredAnswer(
  { response_format: format, messages }: GenerationRequest['request'],
  sampler: Sampler,
): JsonValue | undefined {
  if (format === undefined || format.type === 'text') return undefined
  const last = messages.findLast(({ role }) => role === 'user')
  const question = splitDirectives(last ? messageText(last) : '').rest
  if (format.type === 'json_object')
    return { answer: generalAnswer(question, sampler, 'low'), simulated: true }
  const held: unknown = format.json_schema
  if (!isJsonObject(held)) return schemaExample({})
  // Under `json_schema.schema` as OpenAI has it, or flat in `json_schema` as the contract's sample has it.
  const isFlat = held['type'] !== undefined || held['properties'] !== undefined
  const schema = !isFlat && isJsonObject(held['schema']) ? held['schema'] : held
  const name = typeof held['name'] === 'string' ? held['name'] : ''
  return schemaExample(schema, { topic: `${name} ${question.slice(0, 200)}` })
}

/**
 * The visible text of a built-in model: an answer to the last message, from what arrived and a small
 * corpus, in the words of the character when there is one. The first one says that it is simulated.
 */
function sandboxReply(
  generation: GenerationRequest,
  choice: number,
  sampler: Sampler,
  directives: Directives,
  seen: ReadonlyMap<string, SeenPicture>,
): string {
  const { request, model, character } = generation
  const blocks = [
    character?.voice.opening ?? '',
    (request.n ?? 1) > 1 ? `This is choice ${choice + 1} of ${request.n}.` : '',
    ...answer(generation, sampler, directives, seen),
    // Once a conversation: with its first response.
    request.messages.some(({ role }) => role === 'assistant')
      ? ''
      : `*${modelName(model)} is a simulator: no language model runs here. \`/report\` shows all that arrived.*`,
    character?.voice.closing ?? '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

function answer(
  generation: GenerationRequest,
  sampler: Sampler,
  directives: Directives,
  seen: ReadonlyMap<string, SeenPicture>,
): string[] {
  const { request, inputs, search, model } = generation
  const fromTools = toolAnswer(request.messages)
  if (fromTools !== undefined) return [fromTools]
  const fromWeb = [searchReport(generation, directives.refs === true), scrapingReport(generation)]
  const index = request.messages.findLastIndex(({ role }) => role === 'user')
  const last = request.messages[index] ?? request.messages.at(-1)
  if (last === undefined) return fromWeb
  const media = mediaAnswer(last, index, inputs, seen)
  const earlier = earlierImages(generation, index)
  if (media !== '') return [media, earlier, ...fromWeb]
  if (search.results.length > 0) return fromWeb
  const { rest } = splitDirectives(messageText(last))
  const verbosity = model.id === 'sandbox-fast' ? 'low' : 'auto'
  const asked = verbosityInForce(request)
  return [generalAnswer(rest, sampler, asked === 'auto' ? verbosity : asked), earlier, ...fromWeb]
}

const MAX_FIGURES = 8

/** A sentence for each result since the question; undefined when the last message is none. */
function toolAnswer(messages: readonly Message[]): string | undefined {
  if (messages.at(-1)?.role !== 'tool') return undefined
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const calls = since.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  )
  return since
    .flatMap((message) => {
      if (message.role !== 'tool') return []
      // Where an id comes twice, the last one asked.
      const call = calls.findLast(({ id }) => id === message.tool_call_id)?.function
      return [resultSentence(call?.name ?? 'tool', call?.arguments ?? '', messageText(message))]
    })
    .join('\n\n')
}

function resultSentence(tool: string, given: string, result: string): string {
  const value = readJson(result)
  const subject = subjectOf(readJson(given))
  const about = subject === undefined ? '' : ` for **${plainText(subject, 80)}**`
  const said =
    value !== undefined && typeof value === 'object' ? figures(value) : plainText(result, 500)
  return said === ''
    ? `${codeSpan(tool)} returned nothing${about}.`
    : `${codeSpan(tool)} says${about}: ${said.replace(/(?<![.\s])[.\s]+$/, '')}.`
}

/** What a call was about: its first argument that is text. */
function subjectOf(given: JsonValue | undefined): string | undefined {
  if (!isJsonObject(given)) return undefined
  return Object.values(given).find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** The members of a result as people say them: "temperature 21 °C, condition sunny". */
function figures(value: JsonValue): string {
  const members = isJsonObject(value) ? value : { result: value }
  const shown = Object.entries(members).filter(([, member]) => member != null)
  const words = shown.slice(0, MAX_FIGURES).map(([name, member]) => {
    const unit = UNITS.find(([pattern]) => pattern.test(name))
    const label = name
      .replace(unit?.[0] ?? '', '')
      .replaceAll(/[_-]+/g, ' ')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
    return `${plainText(label, 60)} **${memberText(member)}${unit === undefined ? '' : unit[1]}**`
  })
  return (
    words.join(', ') +
    (shown.length > words.length ? ` and ${shown.length - words.length} more` : '')
  )
}

const UNITS: readonly [RegExp, string][] = [
  [/_?(?:celsius|(?<=_)c)$/i, ' °C'],
  [/_?(?:fahrenheit|(?<=_)f)$/i, ' °F'],
  [/_?(?:kmh|kph)$/i, ' km/h'],
  [/_(?:percent|pct)$/i, ' %'],
]

function memberText(member: JsonValue | undefined): string {
  return plainText(typeof member === 'string' ? member : JSON.stringify(member), 120)
}
