import { messageText } from '../../../../../contract/chat/messages.ts'
import { isJsonObject, type JsonValue } from '../../../../../contract/json.ts'
import type { GenerationRequest } from '../../engine.ts'
import { splitDirectives } from '../directives.ts'
import { generalAnswer } from '../reply/general-answer.ts'
import type { Sampler } from '../sampler.ts'
import { schemaExample } from './schema-example.ts'

/** The value that `response_format` asks for; undefined where it asks for text. */
export function structuredAnswer(
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
