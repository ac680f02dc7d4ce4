import { messageText } from '../../../../contract/chat/messages.ts'
import type { Tool } from '../../../../contract/chat/request/request-structures.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../engine.ts'
import { splitDirectives, type Directives } from './directives.ts'
import { argumentsFrom } from './json/arguments-from.ts'
import { schemaExample, type Suggest } from './json/schema-example.ts'

/** A call that a built-in model makes. */
export interface PlannedCall {
  name: string
  /** JSON text with what the question says, valid for the tool's schema as far as the generator understands it. */
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
  const last = request.messages.findLast(({ role }) => role === 'user')
  const suggest = argumentsFrom(splitDirectives(last ? messageText(last) : '').rest)
  return (tools.length === 0 ? [EXAMPLE_TOOL] : tools)
    .slice(0, most)
    .map((tool) => callOf(tool, suggest))
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

function callOf({ name, parameters }: FunctionTool, suggest: Suggest): PlannedCall {
  const value = parameters === undefined ? {} : schemaExample(parameters, { suggest })
  return { name, arguments: JSON.stringify(isJsonObject(value) ? value : {}) }
}
