import { given } from '../../../contract/json.ts'
import type { Chat } from '../chat/chat.ts'
import { changeConversation } from '../chat/conversation/current-conversation.ts'
import type { ConversationTools, ToolSlot } from '../storage/conversations/conversation.ts'
import { type ToolPlace, withoutApproval } from './approval.ts'
import type { ToolSource } from './tool.ts'

/** Changes how tools run in the conversation on the screen; undefined takes a member away. */
export function setConversationTools(
  chat: Chat,
  change: { [Name in keyof ConversationTools]?: ConversationTools[Name] | undefined },
): void {
  const { tools = {} } = chat.conversation.getState().conversation
  const next: ConversationTools = Object.fromEntries(
    Object.entries({ ...tools, ...change }).filter(([, value]) => value !== undefined),
  )
  changeConversation(chat, { tools: next })
}

/** Turns a source on or off for the conversation on the screen. */
export function enableToolSource(chat: Chat, id: string, isOn: boolean): void {
  const { sources = [] } = chat.conversation.getState().conversation.tools ?? {}
  const others = sources.filter((one) => one !== id)
  setConversationTools(chat, { sources: isOn ? [...others, id] : others })
}

/** Puts a server of this browser in the place of a slot, or only takes the slot away. */
export function fillToolSlot(chat: Chat, name: string, sourceId?: string): void {
  const { slots = [] } = chat.conversation.getState().conversation.tools ?? {}
  const others = slots.filter((slot) => slot.name !== name)
  setConversationTools(chat, { slots: others.length === 0 ? undefined : others })
  if (sourceId !== undefined) enableToolSource(chat, sourceId, true)
}

/** Forgets what was decided about a tool: the next call of it is asked about. */
export function forgetDecision(chat: Chat, tool: ToolPlace): void {
  const { tools = {} } = chat.conversation.getState().conversation
  changeConversation(chat, { tools: withoutApproval(tools, tool) })
}

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
    .map(({ name, description, inputSchema }) => ({ name, ...given({ description }), inputSchema }))
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
