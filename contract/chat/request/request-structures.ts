import { tableSchema } from '../../field-rule.ts'
import type { JsonValue } from '../../json.ts'
import { z } from '../../zod.ts'
import { messageSchema } from '../messages.ts'
import {
  MAX_FALLBACKS,
  MAX_STOP_SEQUENCES,
  REASONING_EFFORTS,
  VERBOSITIES,
} from './request-fields.ts'
import { vendorFields } from './vendor-parameters.ts'

/** A tool the model may call; only function tools are supported, the two search types are inert. */
export const toolSchema = z.union([
  z.looseObject({
    type: z.exactOptional(z.literal('function')),
    function: z.looseObject({
      name: z.string().check(z.minLength(1)),
      description: z.exactOptional(z.string()),
      parameters: z.exactOptional(z.looseObject({})),
      strict: z.exactOptional(z.nullable(z.boolean())),
    }),
  }),
  z.looseObject({ type: z.enum(['web_search', 'x_search']) }),
])
export type Tool = z.infer<typeof toolSchema>

/** A tool to begin with, and what it returns. */
export const EXAMPLE_TOOL = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city now',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'The name of a city' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      },
      required: ['city'],
    },
  },
} satisfies JsonValue
export const EXAMPLE_RESULT = '{"temp_c": 21}'

const toolChoiceSchema = z.union([
  z.enum(['auto', 'required', 'none']),
  z.looseObject({ type: z.string(), function: z.looseObject({ name: z.string() }) }),
])

const responseFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('json_schema'), json_schema: z.looseObject({}) }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({ type: z.literal('text') }),
])

const stopSchema = z.nullable(
  z.union([z.string(), z.array(z.string()).check(z.maxLength(MAX_STOP_SEQUENCES))]),
)

/** The schema of `vendor_parameters`; unknown members pass unvalidated. */
export const vendorParametersSchema = tableSchema(vendorFields, {})

/** What the lists and structures of a chat request hold, by field. */
export const chatStructures = {
  messages: z.array(messageSchema).check(z.minLength(1)),
  stop: stopSchema,
  stop_token_ids: z.array(z.number()),
  reasoning: z.looseObject({
    effort: z.exactOptional(z.enum(REASONING_EFFORTS)),
    summary: z.exactOptional(z.string()),
    enabled: z.exactOptional(z.boolean()),
  }),
  text: z.looseObject({ verbosity: z.exactOptional(z.enum(VERBOSITIES)) }),
  response_format: responseFormatSchema,
  stream_options: z.looseObject({ include_usage: z.exactOptional(z.boolean()) }),
  include: z.array(z.string()),
  tools: z.nullable(z.array(toolSchema)),
  tool_choice: toolChoiceSchema,
  fallbacks: z.array(z.looseObject({ model: z.string() })).check(z.maxLength(MAX_FALLBACKS)),
  metadata: z.record(z.string(), z.unknown()),
  vendor_parameters: vendorParametersSchema,
} as const
