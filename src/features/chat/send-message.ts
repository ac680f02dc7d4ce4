import { createMessageSender } from '../../core/chat/responses/message-sender.ts'
import { chat } from '../../page/chat.ts'
import { prepareToValidate } from './conversation/use-settings-validation.ts'
import {
  loadAttachments,
  loadMarkdown,
  loadMessageItem,
  loadModelList,
  loadSending,
  messages,
  prefetch,
} from './lazy.ts'

export const { sendMessage, writeSystemPrompt } = createMessageSender(chat, {
  sending: loadSending,
  systemPrompt: loadMessageItem,
  attachments: loadAttachments,
})

/**
 * Loads everything that sending and showing a response needs; called on the first sign of intent. A text is
 * shown plain until the renderer is there, so that comes last.
 */
export function prepareToSend(): void {
  prepareToValidate()
  void messages.preload()
  prefetch(loadModelList, () => loadSending().then(loadMarkdown))
}
