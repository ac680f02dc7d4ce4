import type { Chat } from '../chat/chat.ts'
import type { ToolSlot } from '../storage/conversations/conversation-tools.ts'
import type { ToolSource } from './tool.ts'

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
  const tools = server
    .tools()
    .map(({ name, description, inputSchema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema,
    }))
  return { name: nameOf(server, index), tools }
}

/** What a person calls a server, unless that says where it is. */
function nameOf({ name, url }: ToolSource, index: number): string {
  const host = URL.parse(url)?.hostname ?? url
  const isAddress =
    /:\/\/|localhost|\d{1,3}(?:\.\d{1,3}){3}|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/i.test(name) ||
    name.toLowerCase().includes(host.toLowerCase())
  return isAddress || name.trim() === '' ? `Tool server ${index + 1}` : name.slice(0, 100)
}
