import { isJsonObject, isNestedTooDeeply, type JsonValue } from '../../../../contract/json.ts'
import type { ToolDefinition } from '../../tools/tool.ts'
import type { ToolSlot } from '../conversations/conversation-tools.ts'

const MAX_SLOTS = 20
const MAX_TOOLS = 128
/** Longest name of a server or a tool, in characters. */
const MAX_NAME = 200
/** Longest definition of a tool, in characters of JSON. */
const MAX_DEFINITION = 64_000

/** Slots out of a link or a file; what is not valid is left out. */
export function readToolSlots(value: unknown): ToolSlot[] {
  return (Array.isArray(value) ? value : []).slice(0, MAX_SLOTS).flatMap((slot): ToolSlot[] => {
    if (!isJsonObject(slot)) return []
    const { name, tools } = slot
    if (!isName(name) || !Array.isArray(tools)) return []
    return [{ name, tools: tools.slice(0, MAX_TOOLS).flatMap(readTool) }]
  })
}

function readTool(tool: JsonValue): ToolDefinition[] {
  if (!isJsonObject(tool) || !isBounded(tool)) return []
  const { name, description, inputSchema } = tool
  if (!isName(name) || !isJsonObject(inputSchema)) return []
  return [{ name, inputSchema, ...(typeof description === 'string' ? { description } : {}) }]
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME
}

function isBounded(definition: object): boolean {
  const text = JSON.stringify(definition)
  return text.length <= MAX_DEFINITION && !isNestedTooDeeply(text)
}
