import { attachFiles } from '../../../../core/chat/attachments/attach-files.ts'
import { removeAttachments } from '../../../../core/chat/attachments/edit-attachments.ts'
import { sendAttachments } from '../../../../core/chat/attachments/send/send-attachments.ts'
import type { Connection } from '../../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../../core/client/queries/models.ts'
import { browserMedia as media } from '../../../../media/browser-media.ts'
import { chat } from '../../../../page/chat.ts'
import { client } from '../../../../page/client.ts'
import { queryClient } from '../../../../page/query-client.ts'
import { AttachmentsPanel } from '../draft/attachments-panel.tsx'
import { SentParts } from '../sent/sent-parts.tsx'

const knownModels = (connection: Connection) =>
  queryClient.getQueryData(listModelsOptions(client, connection).queryKey) ?? []

/** What is fetched once something is attached or shown: one part of the page instead of four. */
export const attachments = {
  AttachmentsPanel,
  SentParts,
  attachFiles: (files: readonly File[]) => attachFiles(chat, media, files),
  sendAttachments: (connection: Connection, text: string, conversationId: string) =>
    sendAttachments(chat, connection, {
      media,
      models: knownModels(connection),
      text,
      conversationId,
    }),
  removeAttachments: (ids: readonly string[]) => removeAttachments(chat, ids),
}
