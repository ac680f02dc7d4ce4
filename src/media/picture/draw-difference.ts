import type { PictureDifference } from './picture-jobs.ts'
import { paintDifference, type DifferenceCount } from './pixel-difference.ts'

/** Rows that are compared at a time: a large picture is never in memory as plain pixels. */
const ROWS = 256

/**
 * Draws how far two pictures are apart. The first covers the second, as it does behind the line of a
 * comparison: scaled to its sides, and cut where its shape is another.
 */
export async function drawDifference(
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
