/**
 * What a person did to a conversation in the history. It is apart from the conversation so that a
 * tab that goes on chatting never writes an old name back.
 */
export interface ConversationLabel {
  conversationId: string
  /** In place of the title made from the first message. */
  name?: string
  pinned?: true
}
