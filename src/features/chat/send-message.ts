import { prependToDraft } from '../../core/chat/drafts/outbox.ts'
import { createMessageSender } from '../../core/chat/responses/message-sender.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { chat } from '../../page/chat.ts'
import { showToast } from '../../ui/feedback/toast.tsx'

export const { sendMessage, writeSystemPrompt } = createMessageSender(chat, {
  sending: () => import('./sending.ts'),
  systemPrompt: () => import('./sending.ts'),
  attachments: () => import('./attachments/attachments.ts'),
})

/** Sends a prompt as it is; one that is not sent is written into the form, and it is said why. */
export async function sendPrompt(
  connection: Connection,
  prompt: string,
  attached = false,
): Promise<void> {
  const [issue] = await sendMessage(connection, prompt, { attached })
  if (issue === undefined) return
  prependToDraft(chat, prompt)
  showToast(issue.message)
}
