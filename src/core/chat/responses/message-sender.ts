import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { findSecrets } from '../../client/connection/extra-headers.ts'
import type { Chat } from '../chat.ts'

/** The code that an empty chat does without. Each rejects where it cannot be loaded. */
interface SenderCode {
  sending: () => Promise<{
    findSecrets: typeof findSecrets
    sendText: (connection: Connection, text: string, conversationId: string) => ValidationIssue[]
  }>
  systemPrompt: () => Promise<SystemPromptCode>
  attachments: () => Promise<{
    sendAttachments: (
      connection: Connection,
      text: string,
      conversationId: string,
    ) => Promise<ValidationIssue[]>
  }>
}

interface SystemPromptCode {
  setSystemPrompt: (chat: Chat, text: string) => void
}

interface SendMessageOptions {
  /** What is attached goes with the text. */
  attached?: boolean
  /** The text may have a key in it. */
  meant?: boolean
}

/** What is done with a message before the code for it is there. */
export interface MessageSender {
  /** Replaces the system prompt, see `set-system-prompt.ts`. What is sent after that has it. */
  writeSystemPrompt: (text: string) => Promise<void>
  /** Sends a message. Returns why nothing was sent; rejects with what went wrong while sending. */
  sendMessage: (
    connection: Connection,
    text: string,
    options?: SendMessageOptions,
  ) => Promise<readonly ValidationIssue[]>
}

/** Makes what loads the code of sending once it is needed, and then sends. */
export function createMessageSender(chat: Chat, load: SenderCode): MessageSender {
  /** A system prompt that waits for the code that puts it into its conversation. */
  let unwritten: { conversationId: string; text: string } | undefined

  const shownId = () => chat.conversation.getState().conversation.id

  /** Of several calls the first may be the last to get the code, so each writes the latest text. */
  const writeLatest = ({ setSystemPrompt }: SystemPromptCode) => {
    if (unwritten?.conversationId === shownId()) setSystemPrompt(chat, unwritten.text)
    unwritten = undefined
  }

  return {
    async writeSystemPrompt(text) {
      unwritten = { conversationId: shownId(), text }
      writeLatest(await load.systemPrompt())
    },
    async sendMessage(connection, text, { attached = false, meant = false } = {}) {
      const conversationId = shownId()
      const loading = Promise.all([
        load.sending(),
        attached ? load.attachments() : undefined,
        unwritten === undefined ? undefined : load.systemPrompt(),
      ])
      const code = await loading.catch(() => undefined)
      if (code === undefined) return [UNREACHABLE]
      const [{ findSecrets, sendText }, attachments, systemPrompt] = code
      if (systemPrompt !== undefined) writeLatest(systemPrompt)
      const held = meant ? [] : findSecrets(chat.client, text)
      if (held.length > 0) return held
      return attachments === undefined
        ? sendText(connection, text, conversationId)
        : attachments.sendAttachments(connection, text, conversationId)
    },
  }
}

const UNREACHABLE: ValidationIssue = {
  path: [],
  code: 'unreachable',
  message: "Couldn't load part of this page, so nothing was sent. Try again, or reload.",
}
