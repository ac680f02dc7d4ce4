import { prependToDraft } from '../../../core/chat/drafts/outbox.ts'
import { groupsInUse } from '../../../core/chat/settings/settings-fields.ts'
import { applyComparisonStarter, applyStarter } from '../../../core/chat/setup/apply-starter.ts'
import type { StarterName } from '../../../core/chat/setup/starter-name.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { browserMedia } from '../attachments/browser-media.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { sendMessage } from '../send-message.ts'

/** Only the models of the local service respond without a charge that anybody pays. */
export const sendsAtOnce = (connection: Connection) => connection.kind === 'local'

/**
 * Applies an example to the chat of this page, and sends it where that is free. Resolves to the path
 * that writes it into its form instead; undefined once it is sent.
 */
export async function startExample(
  connection: Connection,
  name: StarterName,
): Promise<string | undefined> {
  if (name === 'Compare') return applyComparisonStarter(chat)
  const { path, prompt, attached } = await applyStarter(
    chat,
    { media: browserMedia, listModels: () => listModels(connection), drawPicture },
    name,
  )
  const groups = groupsInUse(chat.conversation.getState().conversation.settings)
  if (groups.size > 0) chatViewStore.setState({ openGroups: groups })
  if (!sendsAtOnce(connection)) return `${path}?${new URLSearchParams({ prompt }).toString()}`
  await sendPrompt(connection, prompt, attached)
  return undefined
}

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

function listModels(connection: Connection) {
  return queryClient.fetchQuery(listModelsOptions(client, connection))
}

/** A red square, a blue disc and a green triangle. */
async function drawPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 200)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser does not draw.')
  pen.fillStyle = '#f4f1ea'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#c0392b'
  pen.fillRect(30, 60, 80, 80)
  pen.fillStyle = '#2c5aa0'
  pen.beginPath()
  pen.arc(165, 100, 42, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#2e7d4f'
  pen.beginPath()
  pen.moveTo(255, 58)
  pen.lineTo(300, 140)
  pen.lineTo(215, 140)
  pen.fill()
  return new File([await canvas.convertToBlob()], 'shapes.png', { type: 'image/png' })
}
