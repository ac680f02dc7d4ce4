import { messageText } from '../../../../contract/chat/messages.ts'
import type { Tool } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../engine.ts'
import type { Directives } from './directives.ts'
import { schemaExample } from './schema-example.ts'

/** A call that a built-in model makes. */
export interface PlannedCall {
  name: string
  /** JSON text, valid for the tool's schema as far as the generator understands it. */
  arguments: string
}

/** Called by `/tool` when the request describes no tool of its own. */
const EXAMPLE_TOOL = {
  name: 'get_weather',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', examples: ['Zurich'] },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['city'],
  },
}

const MAX_CALLS = 8

/**
 * The calls to make now: the forced tool, else the tools that the last user message names, else the
 * first one. Only one unless `parallel_tool_calls` allows more. None once a tool has answered the
 * last question, when `tool_choice` is `none`, or when the model cannot call functions.
 */
export function plannedCalls(
  { request, model }: GenerationRequest,
  directives: Directives,
): PlannedCall[] {
  const declared = (request.tools ?? []).flatMap(functionOf)
  const choice = request.tool_choice
  const answered = request.messages.at(-1)?.role === 'tool'
  if (answered) return []
  if (!directives.tool) {
    if (choice === 'none' || capabilitiesOf(model).supportsFunctionCalling === false) return []
    if (declared.length === 0) return []
  }
  const tools = chosen(declared, request)
  const most = request.parallel_tool_calls === false ? 1 : MAX_CALLS
  return (tools.length === 0 ? [EXAMPLE_TOOL] : tools).slice(0, most).map(callOf)
}

interface FunctionTool {
  name: string
  parameters?: JsonObject
}

function functionOf(tool: Tool): FunctionTool[] {
  if (!('function' in tool) || !isJsonObject(tool.function)) return []
  const { name, parameters } = tool.function
  if (typeof name !== 'string') return []
  return [{ name, ...(isJsonObject(parameters) ? { parameters } : {}) }]
}

function chosen(
  tools: FunctionTool[],
  { messages, tool_choice: choice }: GenerationRequest['request'],
): FunctionTool[] {
  if (typeof choice === 'object') {
    const forced = tools.find(({ name }) => name === choice.function.name)
    return forced ? [forced] : []
  }
  const last = messages.findLast(({ role }) => role === 'user')
  const words = new Set((last ? messageText(last) : '').match(/[\w-]+/g) ?? [])
  const named = tools.filter(({ name }) => words.has(name))
  return named.length > 0 ? named : tools.slice(0, 1)
}

function callOf({ name, parameters }: FunctionTool): PlannedCall {
  const value = parameters === undefined ? {} : schemaExample(parameters)
  return { name, arguments: JSON.stringify(isJsonObject(value) ? value : {}) }
}

/**
 * The schema of `response_format`: under `json_schema.schema` as OpenAI has it, or flat in
 * `json_schema` as the contract's sample has it.
 */
export function answerSchema(
  format: GenerationRequest['request']['response_format'],
): JsonValue | undefined {
  if (format === undefined || format.type === 'text') return undefined
  if (format.type === 'json_object')
    return {
      type: 'object',
      properties: { answer: { const: 'This is JSON, as response_format asks.' } },
    }
  const held: unknown = format.json_schema
  if (!isJsonObject(held)) return {}
  const isFlat = held['type'] !== undefined || held['properties'] !== undefined
  return !isFlat && isJsonObject(held['schema']) ? held['schema'] : held
}
