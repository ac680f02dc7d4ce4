import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Mark } from '../../app/images/drawing/scene-marks.ts'
import type { PictureCanvas } from './picture-canvas.ts'
import type { Pixels } from './pixels.ts'

/** The canvas of a worker. */
export const offscreenCanvas: PictureCanvas = {
  decode: async (bytes, size, kernel) => {
    // The orientation of the file is applied; its colors become sRGB.
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]), {
      imageOrientation: 'from-image',
      premultiplyAlpha: 'none',
    })
    try {
      return drawn(size, (context) => {
        context.imageSmoothingEnabled = kernel === 'smooth'
        context.imageSmoothingQuality = 'high'
        context.drawImage(bitmap, 0, 0, size.width, size.height)
      })
    } finally {
      bitmap.close()
    }
  },
  encode: async (pixels, { format, quality, isOpaque }) => {
    const { canvas, context } = contextOf(pixels, !isOpaque)
    context.putImageData(new ImageData(pixels.data, pixels.width), 0, 0)
    const type = `image/${format}`
    const blob = await canvas.convertToBlob({ type, quality: quality / 100 })
    // A browser without the encoder writes a PNG instead.
    return blob.type === type ? new Uint8Array(await blob.arrayBuffer()) : undefined
  },
  addText: async (pixels, { text, width, height, fontSize, baseline, opacity }) =>
    drawn(pixels, (context) => {
      put(context, pixels)
      context.translate(0, pixels.height - height)
      context.fillStyle = `rgb(0 0 0 / ${opacity})`
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#fff'
      context.textAlign = 'center'
      context.font = `${fontSize}px "DejaVu Sans", Arial, Helvetica, sans-serif`
      context.fillText(text, width / 2, baseline)
    }),
  border: async (pixels, color, thickness) =>
    drawn(pixels, (context) => {
      put(context, pixels)
      context.strokeStyle = color
      context.lineWidth = thickness
      const { width, height } = pixels
      context.strokeRect(thickness / 2, thickness / 2, width - thickness, height - thickness)
    }),
  paint: async (size, [top, bottom], marks) =>
    drawn(size, (context) => {
      const gradient = context.createLinearGradient(0, 0, 0, size.height)
      gradient.addColorStop(0, top)
      gradient.addColorStop(1, bottom)
      context.fillStyle = gradient
      context.fillRect(0, 0, size.width, size.height)
      for (const mark of marks) paintMark(context, mark)
    }),
}

function paintMark(context: OffscreenCanvasRenderingContext2D, mark: Mark): void {
  context.fillStyle = mark.color
  context.globalAlpha = mark.kind === 'circle' ? mark.opacity : 1
  context.fill(pathOf(mark))
  context.globalAlpha = 1
}

function pathOf(mark: Mark): Path2D {
  if (mark.kind === 'path') return new Path2D(mark.path)
  const path = new Path2D()
  if (mark.kind === 'circle') path.arc(mark.x, mark.y, mark.r, 0, Math.PI * 2)
  if (mark.kind === 'rectangle') path.rect(mark.x, mark.y, mark.width, mark.height)
  if (mark.kind === 'polygon') for (const [x, y] of mark.points) path.lineTo(x, y)
  return path
}

function put(context: OffscreenCanvasRenderingContext2D, { data, width }: Pixels): void {
  context.putImageData(new ImageData(data, width), 0, 0)
}

function drawn(
  { width, height }: Size,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Pixels {
  const { context } = contextOf({ width, height }, true)
  draw(context)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

function contextOf({ width, height }: Size, alpha: boolean) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha, willReadFrequently: true })
  if (context === null) throw new Error('This browser has no canvas for workers.')
  return { canvas, context }
}
