import { z } from '../zod.ts'
import { reasoningDetailSchema, toolCallSchema } from './messages.ts'

const optionalText = z.exactOptional(z.nullable(z.string()))

/** Token counts of one answer; every choice is included. */
export const usageSchema = z.looseObject({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  prompt_tokens_details: z.exactOptional(
    z.nullable(
      z.looseObject({
        cached_tokens: z.exactOptional(z.nullable(z.number())),
        cache_creation_input_tokens: z.exactOptional(z.nullable(z.number())),
      }),
    ),
  ),
  completion_tokens_details: z.exactOptional(
    z.nullable(z.looseObject({ reasoning_tokens: z.exactOptional(z.nullable(z.number())) })),
  ),
})
export type Usage = z.infer<typeof usageSchema>

/** What a request cost: USD and DIEM parts, as decimal numbers the way they are sent. */
export const costSchema = z.looseObject({
  usd: z.number().check(z.gte(0)),
  diem: z.number().check(z.gte(0)),
})
export type Cost = z.infer<typeof costSchema>

const tokenLogprob = {
  token: z.string(),
  logprob: z.number(),
  bytes: z.exactOptional(z.nullable(z.array(z.number()))),
}

/** One generated token with its log probability and the alternatives that were considered. */
export const tokenLogprobSchema = z.looseObject({
  ...tokenLogprob,
  top_logprobs: z.exactOptional(z.nullable(z.array(z.looseObject(tokenLogprob)))),
})
export type TokenLogprob = z.infer<typeof tokenLogprobSchema>

/**
 * Log probabilities of a choice. The contract draws one token object; OpenAI-compatible servers
 * send `{ content: [token…] }`. Both are read.
 */
const logprobsSchema = z.union([
  z.looseObject({ content: z.nullable(z.array(tokenLogprobSchema)) }),
  tokenLogprobSchema,
])

/** A source that web search used. */
export const citationSchema = z.looseObject({
  title: z.string(),
  url: z.string(),
  content: optionalText,
  date: optionalText,
})
export type Citation = z.infer<typeof citationSchema>

/** The echo of the parameters in force; servers send only some of them, so all are optional here. */
export const vendorEchoSchema = z.looseObject({
  web_search_citations: z.exactOptional(z.nullable(z.array(citationSchema))),
})
export type VendorEcho = z.infer<typeof vendorEchoSchema>

/** The documented finish reasons; `content_filter` is seen in the wild, so any text is read. */
export const FINISH_REASONS = ['stop', 'length', 'tool_calls'] as const

const answerMessageSchema = z.looseObject({
  role: z.exactOptional(z.nullable(z.string())),
  content: z.exactOptional(z.nullable(z.union([z.string(), z.array(z.looseObject({}))]))),
  name: optionalText,
  reasoning_content: optionalText,
  reasoning_details: z.exactOptional(z.nullable(z.array(reasoningDetailSchema))),
  tool_calls: z.exactOptional(z.nullable(z.array(toolCallSchema))),
})

/** One of the `n` answers. */
export const choiceSchema = z.looseObject({
  /** Left out by servers that give one choice. */
  index: z._default(z.int().check(z.gte(0)), 0),
  finish_reason: z.nullable(z.string()),
  logprobs: z.exactOptional(z.nullable(logprobsSchema)),
  message: answerMessageSchema,
  stop_reason: optionalText,
})
export type Choice = z.infer<typeof choiceSchema>

/** The 200 body of `POST /chat/completions` without streaming. */
export const chatCompletionSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  /** Unix seconds; left out by some servers. */
  created: z.exactOptional(z.number()),
  model: z.string(),
  usage: z.exactOptional(z.nullable(usageSchema)),
  choices: z.exactOptional(z.nullable(z.array(choiceSchema))),
  cost: z.exactOptional(z.nullable(costSchema)),
  prompt_logprobs: z.exactOptional(z.nullable(z.looseObject({}))),
  vendor_parameters: z.exactOptional(z.nullable(vendorEchoSchema)),
})
export type ChatCompletion = z.infer<typeof chatCompletionSchema>

/** A piece of a tool call; the arguments arrive as text, in order, to be joined by `index`. */
const toolCallDeltaSchema = z.looseObject({
  /** Left out by servers that send each call whole. */
  index: z.exactOptional(z.int().check(z.gte(0))),
  id: optionalText,
  type: optionalText,
  function: z.exactOptional(z.looseObject({ name: optionalText, arguments: optionalText })),
})
export type ToolCallDelta = z.infer<typeof toolCallDeltaSchema>

const deltaSchema = z.looseObject({
  role: optionalText,
  content: optionalText,
  reasoning_content: optionalText,
  reasoning_details: z.exactOptional(z.nullable(z.array(reasoningDetailSchema))),
  tool_calls: z.exactOptional(z.nullable(z.array(toolCallDeltaSchema))),
})
export type Delta = z.infer<typeof deltaSchema>

const chunkChoiceSchema = z.looseObject({
  /** Left out by servers that give one choice. */
  index: z._default(z.int().check(z.gte(0)), 0),
  delta: z.exactOptional(z.nullable(deltaSchema)),
  finish_reason: z.exactOptional(z.nullable(z.string())),
  logprobs: z.exactOptional(z.nullable(logprobsSchema)),
  stop_reason: optionalText,
})

/**
 * One event of a streamed answer. The contract leaves the form open: choices may be empty (usage,
 * cost or citations only) and every member but the id may be missing.
 */
export const chatCompletionChunkSchema = z.looseObject({
  id: z.exactOptional(z.string()),
  object: z.exactOptional(z.string()),
  created: z.exactOptional(z.number()),
  model: z.exactOptional(z.string()),
  choices: z.exactOptional(z.nullable(z.array(chunkChoiceSchema))),
  usage: z.exactOptional(z.nullable(usageSchema)),
  cost: z.exactOptional(z.nullable(costSchema)),
  vendor_parameters: z.exactOptional(z.nullable(vendorEchoSchema)),
})
export type ChatCompletionChunk = z.infer<typeof chatCompletionChunkSchema>
