import type { Chat } from '../chat/chat.ts'
import { changeConversation } from '../chat/conversation/current-conversation.ts'
import type { ConversationTools } from '../storage/conversations/conversation-tools.ts'
import { withoutApproval, type ToolPlace } from './approval.ts'

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
