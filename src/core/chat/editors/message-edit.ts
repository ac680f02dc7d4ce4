import type { Message } from '../../../../contract/chat/messages.ts'

/**
 * A message that is being edited. What is typed is part of the conversation at once, so that whatever
 * is sent or stored holds it; this is what the editor needs besides.
 */
export interface MessageEdit {
  /** A written message before it was edited: what Cancel goes back to. */
  before?: Message
  /** A written message as it stands in the fields, with texts that are empty for now. */
  fields?: EditedFields
  /** It as JSON, while it is edited so; perhaps not a message yet. */
  json?: string
  /** Of an answer: the version that holds what is typed, and which was shown before. */
  version?: { id: string; shownBefore: number }
}

/** A message without its texts, and the texts in the order of `editableTexts`. */
export interface EditedFields {
  message: Message
  texts: readonly string[]
}

export interface EditorState {
  /** The messages that are being edited, by id. */
  open: Readonly<Record<string, MessageEdit>>
}
