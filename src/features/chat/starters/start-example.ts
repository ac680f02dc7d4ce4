import type { StarterName } from '../../../core/chat/setup/chat-setup.ts'
import { applyStarter } from '../../../core/chat/setup/starters.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { recentConversations } from '../../../core/history/history-entries.ts'
import {
  listConversations,
  loadConversation,
} from '../../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../../core/storage/conversations/labels.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { sendPrompt } from '../send-message.ts'

interface StartOptions {
  navigate: (path: string) => void
  /** Sends it by this connection; without one it is written into the form. */
  sendBy?: Connection | undefined
}

/** Applies an example to the chat of this page, and sends it or writes it into the form. */
export async function startExample(
  name: StarterName,
  { navigate, sendBy }: StartOptions,
): Promise<void> {
  if (name === 'Side by side') return (await import('./compare.ts')).compareExample(navigate)
  const { path, prompt, attached } = await applyStarter(
    chat,
    { media: browserMedia, listModels, drawPicture },
    name,
  )
  if (sendBy === undefined) navigate(`${path}?${new URLSearchParams({ prompt }).toString()}`)
  else await sendPrompt(sendBy, prompt, attached)
}

async function listModels() {
  const { connection } = client.connections.store.getState()
  return connection === undefined
    ? []
    : queryClient.fetchQuery(listModelsOptions(client, connection))
}

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

export { subscribeConversations } from '../../../core/storage/conversations/conversations.ts'

/** As many as are read at a glance. */
const COUNT = 3

/** The conversations of this browser that changed last. */
export const listRecent = () =>
  recentConversations({ listConversations, loadConversation, listLabels }, COUNT)
