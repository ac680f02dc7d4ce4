import {
  type ContentPart,
  type Message,
  messageText,
  type Role,
  type TextPart,
} from '../../../../contract/chat/messages.ts'

/** The texts of a message that can be edited: its string, or each of its text parts in order. */
export function editableTexts({ content }: Message): string[] {
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

/**
 * The message with its texts replaced, in the order of {@link editableTexts}; parts that are no text
 * stay, and so does every other member. A text part that is emptied goes, the API refuses it.
 */
export function withTexts(message: Message, texts: readonly string[]): Message {
  const { content } = message
  if (content == null || typeof content === 'string') {
    const [text = ''] = texts
    if (content == null && text === '') return message
    return { ...message, content: text } as Message
  }
  let next = 0
  const parts = (content as ContentPart[]).flatMap((part): ContentPart[] => {
    if (part.type !== 'text') return [part]
    const text = texts[next] ?? part.text
    next += 1
    return text === '' ? [] : [{ ...part, text }]
  })
  return { ...message, content: parts } as Message
}

/** A user message with more parts behind its own; any other stays the same. */
export function withParts(message: Message, added: readonly ContentPart[]): Message {
  if (message.role !== 'user' || added.length === 0) return message
  const { content } = message
  if (typeof content !== 'string') return { ...message, content: [...content, ...added] }
  const text: ContentPart[] = content === '' ? [] : [{ type: 'text', text: content }]
  return { ...message, content: [...text, ...added] }
}

/** Whether a message can take a role: only user messages hold parts other than text. */
export function canHaveRole({ content }: Message, role: Role): boolean {
  const onlyText =
    !Array.isArray(content) || content.every((part: { type: string }) => part.type === 'text')
  return role === 'user' || onlyText
}

/** Members of a message that every role has. */
interface Common {
  name?: string | null
  content: string | TextPart[]
}

/**
 * The message under another role. Members that only the old role knows are left behind; a tool
 * message gets the id of the call it answers.
 */
export function withRole(message: Message, role: Role, toolCallId = ''): Message {
  if (message.role === role) return message
  const { name, content } = message
  const common: Common = {
    ...(name == null ? {} : { name }),
    // Checked by `canHaveRole`: there are only text parts.
    content: (content ?? '') as string | TextPart[],
  }
  if (role === 'tool')
    return { ...common, role, content: messageText(message), tool_call_id: toolCallId }
  return { ...common, role }
}

/** The message with a name, or without one. */
export function withName(message: Message, name: string): Message {
  const { name: _, ...rest } = message
  return (name === '' ? rest : { ...rest, name }) as Message
}

/** Members of a message that have no field of their own in the editor. */
export function furtherFields(message: Message): string[] {
  const edited = new Set(['role', 'content', 'name', 'tool_call_id'])
  return Object.keys(message).filter((field) => !edited.has(field))
}

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
