import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import { fileNamesOf } from '../../../../core/client/exchanges/file-names.ts'
import { blobToBase64 } from '../../../../media/encoding/encoding-client.ts'
import { client } from '../../../../page/client.ts'
import { blobOf, type DraftPart } from '../draft/draft-part.ts'
import { contentPart, dataPrefix } from './content-part.ts'

/**
 * The content of a message: its parts in their order, then the text. Reading is off the main thread,
 * one part at a time. Rejects when a file cannot be read any more.
 * @param onProgress is told how much is done, 0 to 1
 */
export async function encodeParts(
  parts: readonly DraftPart[],
  text: string,
  onProgress: (done: number) => void,
): Promise<ContentPart[]> {
  const total = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  const content: ContentPart[] = []
  let before = 0
  for (const part of parts) {
    const blob = blobOf(part)
    const size = sizeOf(part)
    const data =
      blob === undefined
        ? ''
        : await blobToBase64(blob, dataPrefix(part), (done) =>
            onProgress((before + done * size) / total),
          )
    if (blob !== undefined && part.name !== '') fileNamesOf(client).add(data, part.name)
    before += size
    const encoded = contentPart(part, data)
    if (encoded !== undefined) content.push(encoded)
  }
  return text.trim() === '' ? content : [...content, { type: 'text', text }]
}

function sizeOf(part: DraftPart): number {
  return blobOf(part)?.size ?? 0
}
