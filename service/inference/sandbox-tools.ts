import type { Tool } from '../../src/contract/chat/request-fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/contract/json.ts'
import { capabilitiesOf } from '../../src/contract/models/model.ts'
import type { Directives } from './directives.ts'
import type { GenerationRequest } from './engine.ts'
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

/**
 * The call to make now: the forced tool, else the first one. None once a tool has answered the last
 * question, when `tool_choice` is `none`, or when the model cannot call functions.
 */
export function plannedCall(
  { request, model }: GenerationRequest,
  directives: Directives,
): PlannedCall | undefined {
  const declared = (request.tools ?? []).flatMap(functionOf)
  const choice = request.tool_choice
  const answered = request.messages.at(-1)?.role === 'tool'
  if (directives.tool && !answered) return callOf(chosen(declared, choice) ?? EXAMPLE_TOOL)
  if (answered || choice === 'none' || capabilitiesOf(model).supportsFunctionCalling === false)
    return undefined
  const tool = chosen(declared, choice)
  return tool && callOf(tool)
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
  choice: GenerationRequest['request']['tool_choice'],
): FunctionTool | undefined {
  const forced = typeof choice === 'object' ? choice.function.name : undefined
  return forced === undefined ? tools[0] : tools.find(({ name }) => name === forced)
}

function callOf({ name, parameters }: FunctionTool): PlannedCall {
  const value = parameters === undefined ? {} : schemaExample(parameters)
  return { name, arguments: JSON.stringify(isJsonObject(value) ? value : {}) }
}

/** The schema of `response_format`: under `json_schema.schema`, or flat in `json_schema`. */
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
  return isJsonObject(held['schema']) ? held['schema'] : held
}
