import { createMessageSender } from '../../core/chat/responses/message-sender.ts'
import { chat } from '../../page/chat.ts'

export const { sendMessage, writeSystemPrompt } = createMessageSender(chat, {
  sending: () => import('./sending.ts'),
  systemPrompt: () => import('./sending.ts'),
  attachments: () => import('./attachments/attachments.ts'),
})
