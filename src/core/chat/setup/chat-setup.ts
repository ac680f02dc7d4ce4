import type { JsonObject } from '../../../../contract/json.ts'
import type { ToolSlot } from '../../storage/conversations/conversation.ts'

/** What a request has besides the conversation. */
export interface ChatSetup {
  /** The model as written in the picker, suffixes included. */
  model: string
  settings: JsonObject
  /** The system message, where there is one. */
  system?: string
  /** Tool servers that it was made with, to be connected by whoever applies it. */
  toolSlots?: readonly ToolSlot[]
}

/** A setup that was applied to a conversation, and what it replaced. */
interface AppliedSetup {
  conversationId: string
  setup: ChatSetup
  before: ChatSetup
}

/** The setup that was applied last on this page; it is forgotten with a reload. */
export interface AppliedState {
  latest?: AppliedSetup | undefined
}

/** The examples, in the order they are offered. What each loads is fetched when it is pressed. */
export const STARTER_NAMES = [
  'Tools',
  'Structured output',
  'Vision',
  'Side by side',
  'Web search',
  'Document',
  'Reasoning',
] as const

export type StarterName = (typeof STARTER_NAMES)[number]
