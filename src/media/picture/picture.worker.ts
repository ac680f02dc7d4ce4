import {
  pictureMediaType,
  type PictureType,
  pictureTypeName,
  type WritableType,
} from '../../../contract/media/file-type.ts'
import {
  HEADER_BYTES,
  type PictureChange,
  type PictureFacts,
  type PictureLayout,
  placePicture,
  readPictureHeader,
} from '../../../contract/media/picture-header.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'
import { wholenessOf } from './picture-end.ts'
import { type DifferenceCount, paintDifference } from './pixel-difference.ts'

type OnProgress = (done: number) => void

/** Rows that are compared at a time: a large picture is never in memory as plain pixels. */
const ROWS = 256

answerJobs<PictureJob, PictureResult>(async (job, onProgress) => {
  switch (job.kind) {
    case 'inspect':
      return { facts: await inspect(job, onProgress) }
    case 'change':
      return { blob: await change(job, onProgress) }
    case 'compare':
      return { difference: await compare(job, onProgress) }
  }
})

async function inspect(
  { blob, thumbnailSide, wholeUpToBytes = 0 }: InspectJob,
  onProgress: OnProgress,
): Promise<PictureFacts | undefined> {
  const head = new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer())
  const header = readPictureHeader(head)
  if (header === undefined) return undefined
  const facts: PictureFacts = {
    ...header,
    bytes: blob.size,
    ...(blob.size <= wholeUpToBytes &&
      wholenessOf(new Uint8Array(await blob.arrayBuffer()), header.type)),
  }
  onProgress(0.1)
  try {
    const bitmap = await decodeAs(blob, header.type)
    onProgress(0.7)
    try {
      const shown = { width: bitmap.width, height: bitmap.height }
      const isPhoto = header.type === 'jpeg'
      const thumbnail = await write(bitmap, isPhoto ? 'jpeg' : 'png', 0.8, {
        maxSide: thumbnailSide,
      })
      return { ...facts, shown, thumbnail }
    } finally {
      bitmap.close()
    }
  } catch {
    // Damaged, or a type this browser does not know: the header is all there is to say.
    return facts
  }
}

async function change({ blob, change: wanted }: ChangeJob, onProgress: OnProgress): Promise<Blob> {
  const bitmap = await decode(blob)
  try {
    onProgress(0.6)
    return await writeWithin(bitmap, wanted)
  } finally {
    bitmap.close()
  }
}

async function compare(
  { before, after }: CompareJob,
  onProgress: OnProgress,
): Promise<PictureDifference> {
  const first = await decode(before)
  try {
    const second = await decode(after)
    try {
      return await drawDifference(first, second, onProgress)
    } finally {
      second.close()
    }
  } finally {
    first.close()
  }
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  const head = new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer())
  const type = readPictureHeader(head)?.type
  if (type === undefined) throw new Error('Not an image.')
  return decodeAs(blob, type)
}

/** Decodes with the browser's own decoder, upright; rejects with an Error that says what it cannot. */
async function decodeAs(blob: Blob, type: PictureType): Promise<ImageBitmap> {
  try {
    // The media type comes from the bytes: a browser asked to decode "SVG" would read its text.
    return await createImageBitmap(new Blob([blob], { type: pictureMediaType(type) }))
  } catch (cause) {
    throw new Error(`This browser can't decode this ${pictureTypeName(type)} image.`, { cause })
  }
}

/** Lowers the quality first, then the sides, until the file is small enough. */
async function writeWithin(bitmap: ImageBitmap, wanted: PictureChange): Promise<Blob> {
  const { type, quality = 0.92, maxBytes = Infinity, ...layout } = wanted
  let blob = await write(bitmap, type, quality, layout)
  if (blob.size >= maxBytes && type !== 'png')
    blob = await write(bitmap, type, Math.min(quality, 0.8), layout)
  let pixels = Math.min(layout.maxPixels ?? Infinity, bitmap.width * bitmap.height)
  for (let attempt = 0; blob.size >= maxBytes && attempt < 6; attempt += 1) {
    pixels = Math.floor(pixels * Math.min(0.8, (maxBytes / blob.size) * 0.9))
    blob = await write(bitmap, type, Math.min(quality, 0.8), { ...layout, maxPixels: pixels })
  }
  if (blob.size >= maxBytes) throw new Error('It could not be made small enough.')
  return blob
}

async function write(
  bitmap: ImageBitmap,
  type: WritableType,
  quality: number,
  layout: PictureLayout,
): Promise<Blob> {
  const { canvas: size, x, y, width, height } = placePicture(bitmap, layout)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('Not enough memory to draw this image.')
  if (type === 'jpeg') {
    // JPEG has no transparency; what is see-through would become black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, size.width, size.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height)
  const mediaType = pictureMediaType(type)
  const blob = await canvas.convertToBlob({ type: mediaType, quality })
  canvas.width = 0
  if (blob.type !== mediaType)
    throw new Error(`This browser cannot write ${pictureTypeName(type)}.`)
  return blob
}

/** The first picture covers the second: scaled to its sides, and cut where its shape is another. */
async function drawDifference(
  before: ImageBitmap,
  after: ImageBitmap,
  onProgress: (done: number) => void,
): Promise<PictureDifference> {
  const { width, height } = after
  const scale = Math.max(width / before.width, height / before.height)
  const [wide, high] = [before.width * scale, before.height * scale]
  const drawn = context2d(width, height)
  const [first, second] = [context2d(width, ROWS), context2d(width, ROWS)]
  const count: DifferenceCount = { pixels: 0, changed: 0, sum: 0, most: 0 }
  for (let y = 0; y < height; y += ROWS) {
    const rows = Math.min(ROWS, height - y)
    for (const context of [first, second]) context.clearRect(0, 0, width, ROWS)
    first.drawImage(before, (width - wide) / 2, (height - high) / 2 - y, wide, high)
    second.drawImage(after, 0, -y)
    const pixels = first.getImageData(0, 0, width, rows)
    paintDifference(pixels.data, second.getImageData(0, 0, width, rows).data, count)
    drawn.putImageData(pixels, 0, y)
    onProgress((y + rows) / height)
  }
  return {
    blob: await drawn.canvas.convertToBlob({ type: 'image/png' }),
    changed: count.changed / count.pixels,
    mean: count.sum / count.pixels / 255,
    most: count.most / 255,
    fitted: before.width !== width || before.height !== height,
  }
}

function context2d(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('Not enough memory to compare these images.')
  return context
}

/** Reads what a picture is, and draws a small one of it. */
interface InspectJob {
  kind: 'inspect'
  blob: Blob
  /** Longest side of the small picture, px. */
  thumbnailSide: number
  /** Files up to this many bytes are read whole, to see whether the picture ends where they do. */
  wholeUpToBytes?: number
}

interface ChangeJob {
  kind: 'change'
  blob: Blob
  change: PictureChange
}

/** Compares two pictures, pixel by pixel; the first is brought to the sides of the second. */
interface CompareJob {
  kind: 'compare'
  before: Blob
  after: Blob
}

/** How far two pictures are apart. */
export interface PictureDifference {
  /** A PNG of the sides of the second: black where nothing differs, lighter where more does. */
  blob: Blob
  /** Part of the pixels that differ noticeably, 0 to 1. */
  changed: number
  /** Difference of a pixel on average and at most, 0 to 1. */
  mean: number
  most: number
  /** The first picture had other sides, or another shape, and was fitted. */
  fitted: boolean
}

export type PictureJob = InspectJob | ChangeJob | CompareJob

/** Of an inspection undefined when the bytes are no picture at all. */
export type PictureResult =
  | { facts: PictureFacts | undefined }
  | { blob: Blob }
  | { difference: PictureDifference }
