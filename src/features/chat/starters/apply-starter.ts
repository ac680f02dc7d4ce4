import { applyStarter as applyTo } from '../../../core/chat/setup/apply-starter.ts'
import type { StarterName } from '../../../core/chat/setup/starter-name.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { browserMedia } from '../attachments/browser-media.ts'

/** Applies a starter to the chat of this page; gives back the path to go to. */
export function applyStarter(name: StarterName): Promise<string> {
  return applyTo(chat, { media: browserMedia, listModels, drawPicture }, name)
}

async function listModels() {
  const { connection } = client.connections.store.getState()
  return connection === undefined
    ? []
    : queryClient.fetchQuery(listModelsOptions(client, connection))
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
