import { attachFiles as attach } from '../../../core/chat/attachments/attach-files.ts'
import { removeAttachments as remove } from '../../../core/chat/attachments/edit-attachments.ts'
import { sendAttachments as send } from '../../../core/chat/content-parts/send-attachments.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { browserMedia as media } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'

// What is loaded once something is attached or shown: one part of the page instead of four.
export { AttachmentsPanel } from './attachments-panel.tsx'
export { SentParts } from './sent-parts.tsx'

/** Attaches files to the message being written, see `attach-files.ts`. */
export const attachFiles = (files: readonly File[]) => attach(chat, media, files)

/** Sends what is attached with a text, see `send-attachments.ts`. */
export function sendAttachments(connection: Connection, text: string, conversationId: string) {
  const models = queryClient.getQueryData(listModelsOptions(client, connection).queryKey) ?? []
  return send(chat, connection, { media, models, text, conversationId })
}

/** Removes attachments and returns how to undo that. */
export const removeAttachments = (ids: readonly string[]) => remove(chat, ids)
