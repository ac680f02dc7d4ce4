import { z } from '../zod.ts'
import { reasoningDetailSchema } from './messages.ts'
import { costSchema, logprobsSchema, usageSchema, vendorEchoSchema } from './response.ts'

const optionalText = z.exactOptional(z.nullable(z.string()))

/** A piece of a tool call; the arguments arrive as text, in order, to be joined by `index`. */
const toolCallDeltaSchema = z.looseObject({
  /** Left out by servers that send each call whole. */
  index: z.exactOptional(z.int().check(z.gte(0))),
  id: optionalText,
  type: optionalText,
  function: z.exactOptional(z.looseObject({ name: optionalText, arguments: optionalText })),
})
export type ToolCallDelta = z.infer<typeof toolCallDeltaSchema>

/** What one chunk adds to one choice. */
const deltaSchema = z.looseObject({
  role: optionalText,
  content: optionalText,
  reasoning_content: optionalText,
  reasoning_details: z.exactOptional(z.nullable(z.array(reasoningDetailSchema))),
  tool_calls: z.exactOptional(z.nullable(z.array(toolCallDeltaSchema))),
})
export type Delta = z.infer<typeof deltaSchema>

/** One choice inside a chunk. */
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
