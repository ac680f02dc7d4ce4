import { isJsonObject, isNestedTooDeeply, type JsonValue } from '../../../contract/json.ts'
import type { Chat } from '../chat/chat.ts'
import type { ToolSlot } from '../storage/conversations/conversation-tools.ts'
import type { ToolDefinition, ToolSource } from './tool.ts'

const MAX_SLOTS = 20
const MAX_TOOLS = 128
/** Longest name of a server or a tool, in characters. */
const MAX_NAME = 200
/** Longest definition of a tool, in characters of JSON. */
const MAX_DEFINITION = 64_000

/**
 * The servers of the conversation on the screen as they can be handed on: what they are called and the
 * tools that they offer, never where they are. Slots that nobody has filled yet go on as they are.
 */
export function toolSlotsOf({ conversation: store, toolSources }: Chat): {
  toolSlots?: readonly ToolSlot[]
} {
  const { sources: enabled = [], slots = [] } = store.getState().conversation.tools ?? {}
  const servers = toolSources
    .getState()
    .list.filter(({ kind, id }) => kind === 'mcp' && enabled.includes(id))
  const all = [...slots, ...servers.map(slotOf)]
  return all.length === 0 ? {} : { toolSlots: all }
}

function slotOf(server: ToolSource, index: number): ToolSlot {
  const tools = server.tools().map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema,
  }))
  return { name: nameOf(server, index), tools }
}

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

/** What a person calls a server, unless that says where it is. */
function nameOf({ name, origin }: ToolSource, index: number): string {
  const host = URL.parse(origin)?.hostname ?? origin
  const isAddress =
    /:\/\/|localhost|\d+\.\d+\.\d+\.\d+|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/i.test(name) ||
    name.toLowerCase().includes(host.toLowerCase())
  return isAddress || name.trim() === '' ? `Tool server ${index + 1}` : name.slice(0, 100)
}
