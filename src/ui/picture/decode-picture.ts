import type { PictureFacts } from './picture-jobs.ts'
import { pictureMediaType, pictureTypeName, type PictureType } from './picture-type.ts'
import { readTiff, type DecodeJpeg } from './tiff/read-tiff.ts'
import { UnreadTiff } from './tiff/tiff-layout.ts'
import { uprightTransform } from './upright.ts'

/** A decoded picture, upright; and what was learnt that its first bytes did not tell. */
interface DecodedPicture {
  bitmap: ImageBitmap
  found?: Pick<PictureFacts, 'size' | 'orientation' | 'metadata' | 'location' | 'more'>
}

/**
 * Decodes a picture in a worker, with the browser's own decoder where it has one. Rejects with an
 * Error whose message says why, a RangeError for a TIFF that breaks off. `onProgress` is told how much is done, 0 to 1.
 */
export async function decodePicture(
  blob: Blob,
  type: PictureType,
  onProgress: (done: number) => void = () => undefined,
): Promise<DecodedPicture> {
  try {
    // The media type comes from the bytes: a browser asked to decode "SVG" would read its text.
    return { bitmap: await createImageBitmap(new Blob([blob], { type: pictureMediaType(type) })) }
  } catch {
    if (type === 'tiff') return decodeTiff(blob, onProgress)
    throw new Error(`This browser cannot decode this ${pictureTypeName(type)} picture.`)
  }
}

async function decodeTiff(blob: Blob, onProgress: (done: number) => void): Promise<DecodedPicture> {
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const tiff = await readTiff(bytes, decodeJpeg, onProgress)
    const { width, height, orientation, rgba, more, metadata, location } = tiff
    const stored = await createImageBitmap(new ImageData(rgba, width, height))
    return {
      bitmap: turnUpright(stored, orientation),
      found: {
        size: { width, height },
        orientation,
        metadata,
        location,
        ...(more ? { more: 'pages' } : {}),
      },
    }
  } catch (error) {
    if (error instanceof UnreadTiff || error instanceof RangeError) throw error
    throw new Error('This TIFF is damaged.', { cause: error })
  }
}

function turnUpright(stored: ImageBitmap, orientation: number): ImageBitmap {
  if (orientation === 1) return stored
  const { width, height } = stored
  const canvas =
    orientation > 4 ? new OffscreenCanvas(height, width) : new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no memory left to turn this picture.')
  context.setTransform(...uprightTransform(orientation, stored))
  context.drawImage(stored, 0, 0)
  stored.close()
  return canvas.transferToImageBitmap()
}

const decodeJpeg: DecodeJpeg = async (jpeg) => {
  const bitmap = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }))
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no memory left to read this picture.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { width, height, rgba: context.getImageData(0, 0, width, height).data }
}
