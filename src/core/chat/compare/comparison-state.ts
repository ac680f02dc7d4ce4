import type { Conversation, MessageRecord } from '../../storage/conversations/conversation.ts'

/** One column: a conversation of its own, answered beside the others. */
export interface CompareColumn {
  conversation: Conversation
  messages: readonly MessageRecord[]
}

export interface ComparisonState {
  /** The comparison's id; its columns carry it. */
  id: string
  columns: readonly CompareColumn[]
  /** A change of settings goes to every column. */
  linked: boolean
  /** The conversation's setup that it was begun beside, to notice that the chat has moved on. */
  beside: string
  /** Something was set up by hand, so that it is worth keeping though nothing was sent. */
  changed: boolean
  /** The message being written, kept when the page is left for a moment. */
  draft: string
  /**
   * The columns that another tab deleted, by conversation id: still here in full, and not stored
   * until they are kept after all.
   */
  deleted: readonly string[]
  /** `missing`: the address names a comparison that this browser does not have. */
  status: 'ready' | 'loading' | 'missing'
  /** Set once storing failed: everything goes on, but will be gone after a reload. */
  unsaved: boolean
}

/** No comparison yet. */
export const noComparison: ComparisonState = {
  id: '',
  columns: [],
  linked: true,
  beside: '',
  changed: false,
  draft: '',
  deleted: [],
  status: 'ready',
  unsaved: false,
}
