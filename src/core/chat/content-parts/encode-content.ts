import type { ContentPart } from '../../../../contract/chat/messages.ts'
import type { Client } from '../../client/client.ts'
import { fileNamesOf } from '../../client/exchanges/open-exchange.ts'
import { blobOf, type Attachment } from '../attachments/attachment.ts'
import type { Media } from '../attachments/media.ts'
import { contentPart, dataPrefix } from './content-part.ts'

/**
 * The content of a message: its attachments in their order, then the text; one is read at a time.
 * Rejects when a file cannot be read any more.
 * @param onProgress is told how much is done, 0 to 1
 */
export async function encodeContent(
  client: Client,
  media: Media,
  attachments: readonly Attachment[],
  text = '',
  onProgress?: (done: number) => void,
): Promise<ContentPart[]> {
  const total = attachments.reduce((sum, one) => sum + sizeOf(one), 0)
  const content: ContentPart[] = []
  let before = 0
  for (const attachment of attachments) {
    const blob = blobOf(attachment)
    const size = sizeOf(attachment)
    const data =
      blob === undefined
        ? ''
        : await media.blobToBase64(blob, dataPrefix(attachment), (done) =>
            onProgress?.((before + done * size) / total),
          )
    if (blob !== undefined && attachment.name !== '') fileNamesOf(client).add(data, attachment.name)
    before += size
    const encoded = contentPart(attachment, data)
    if (encoded !== undefined) content.push(encoded)
  }
  return text.trim() === '' ? content : [...content, { type: 'text', text }]
}

function sizeOf(attachment: Attachment): number {
  return blobOf(attachment)?.size ?? 0
}
