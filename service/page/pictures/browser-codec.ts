import { latin1, pictureTypeOf } from '../../../contract/media/file-type.ts'
import { readPictureHeader } from '../../../contract/media/picture-header.ts'
import { standardError } from '../../app/http/http-error.ts'
import {
  centered,
  fitted,
  type Quality,
  scaled,
  type Size,
  swapped,
} from '../../app/images/edit-plan.ts'
import { requestTimedOut } from '../../app/images/image-queue.ts'
import type {
  Channels,
  ColorMatrix,
  FileOptions,
  MakeTools,
  PictureCodec,
} from '../../app/images/picture-codec.ts'
import { renderEdit } from '../../app/images/render-edit.ts'
import { renderImage } from '../../app/images/render-image.ts'
import { nextTurn } from '../../app/timing.ts'

type Context = OffscreenCanvasRenderingContext2D

/** Encoder quality of JPEG and WebP, and levels per color of a PNG; the best PNG keeps them all. */
const SETTINGS: Readonly<Record<Quality, { quality: number; levels?: number }>> = {
  low: { quality: 0.45, levels: 4 },
  medium: { quality: 0.7, levels: 16 },
  high: { quality: 0.9 },
}

const canvasTools: MakeTools<OffscreenCanvas> = ({ signal, endsAt }) => {
  /** One step at a time, so that other requests have their turns in between. */
  const step = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await nextTurn(signal)
    if (Date.now() >= endsAt) throw requestTimedOut()
    return work()
  }
  const over = (picture: OffscreenCanvas, draw: (context: Context) => void) =>
    step(() =>
      drawn(picture, (context) => {
        context.drawImage(picture, 0, 0)
        draw(context)
      }),
    )
  return {
    decode: (bytes, size) => step(() => decoded(bytes, size)),
    cut: (picture, { left, top, width, height }, size) =>
      step(() =>
        drawn(size, (context) =>
          context.drawImage(picture, left, top, width, height, 0, 0, size.width, size.height),
        ),
      ),
    pad: (picture, size) =>
      step(() => {
        const { left, top } = centered(size, picture)
        return drawn(size, (context) => context.drawImage(picture, left, top))
      }),
    resize: (picture, size, kernel) => step(() => resized(picture, size, kernel !== 'nearest')),
    recomb: (picture, matrix) => step(() => colored(picture, matrix, [0, 0, 0])),
    linear: (picture, factors, offsets) => step(() => colored(picture, diagonal(factors), offsets)),
    blur: (picture, sigma) => step(() => blurred(picture, sigma)),
    sharpen: (picture) =>
      step(() => {
        const { data: soft } = pixelsOf(blurred(picture, 1.5))
        // Adds what a blur takes away.
        return changed(picture, (data) => {
          for (let at = 0; at < data.length; at += 1) {
            const value = data[at] ?? 0
            if (at % 4 !== 3) data[at] = value + 1.5 * (value - (soft[at] ?? 0))
          }
        })
      }),
    flip: (picture) => step(() => turned(picture, picture, [1, 0, 0, -1])),
    mirror: (picture) => step(() => turned(picture, picture, [-1, 0, 0, 1])),
    rotate: (picture, degrees) => step(() => rotated(picture, degrees)),
    onWhite: (picture) => step(() => onWhite(picture)),
    difference: (picture, other) =>
      over(picture, (context) => {
        context.globalCompositeOperation = 'difference'
        context.drawImage(other, 0, 0)
      }),
    border: (picture, color, thickness) =>
      over(picture, (context) => {
        context.strokeStyle = color
        context.lineWidth = thickness
        const { width, height } = picture
        context.strokeRect(thickness / 2, thickness / 2, width - thickness, height - thickness)
      }),
    addText: (picture, { text, width, height, fontSize, baseline, opacity }) =>
      over(picture, (context) => {
        context.translate(0, picture.height - height)
        context.fillStyle = `rgb(0 0 0 / ${opacity})`
        context.fillRect(0, 0, width, height)
        context.fillStyle = '#fff'
        context.textAlign = 'center'
        context.font = `${fontSize}px "DejaVu Sans", Arial, Helvetica, sans-serif`
        context.fillText(text, width / 2, baseline)
      }),
    paint: (size, { sky: [top, bottom], circles }) =>
      step(() =>
        drawn(size, (context) => {
          const sky = context.createLinearGradient(0, 0, 0, size.height)
          sky.addColorStop(0, top)
          sky.addColorStop(1, bottom)
          context.fillStyle = sky
          context.fillRect(0, 0, size.width, size.height)
          for (const { x, y, r, color } of circles) {
            context.beginPath()
            context.arc(x, y, r, 0, Math.PI * 2)
            context.fillStyle = color
            context.fill()
          }
        }),
      ),
    encode: (picture, options) => step(() => encoded(picture, options)),
  }
}

function contextOf(canvas: OffscreenCanvas, alpha = true): Context {
  const context = canvas.getContext('2d', { alpha, willReadFrequently: true })
  if (context === null) throw new Error('This browser has no canvas for workers.')
  return context
}

function drawn(size: Size, draw: (context: Context) => void, alpha = true): OffscreenCanvas {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = contextOf(canvas, alpha)
  context.imageSmoothingQuality = 'high'
  draw(context)
  return canvas
}

async function decoded(bytes: Uint8Array, size: Size, smooth = true): Promise<OffscreenCanvas> {
  // The orientation of the file is applied; its colors become sRGB.
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]), {
    imageOrientation: 'from-image',
  })
  try {
    return resized(bitmap, size, smooth)
  } finally {
    bitmap.close()
  }
}

function resized(picture: CanvasImageSource, size: Size, smooth = true): OffscreenCanvas {
  return drawn(size, (context) => {
    context.imageSmoothingEnabled = smooth
    context.drawImage(picture, 0, 0, size.width, size.height)
  })
}

function pixelsOf(picture: OffscreenCanvas): ImageData {
  return contextOf(picture).getImageData(0, 0, picture.width, picture.height)
}

/** A copy with its pixels changed: red, green, blue and alpha of each, row by row. */
function changed(
  picture: OffscreenCanvas,
  change: (data: Uint8ClampedArray) => void,
): OffscreenCanvas {
  const pixels = pixelsOf(picture)
  change(pixels.data)
  return drawn(picture, (context) => context.putImageData(pixels, 0, 0))
}

/** New colors by a matrix and offsets; alpha stays. */
function colored(
  picture: OffscreenCanvas,
  [red, green, blue]: ColorMatrix,
  offsets: Channels,
): OffscreenCanvas {
  return changed(picture, (data) => {
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      // Cut off as in other programs, not rounded, so that levels have the same bounds.
      const mixed = (row: ColorMatrix[0], offset: number) =>
        Math.floor(row[0] * r + row[1] * g + row[2] * b + offset + 1e-6)
      data[at] = mixed(red, offsets[0])
      data[at + 1] = mixed(green, offsets[1])
      data[at + 2] = mixed(blue, offsets[2])
    }
  })
}

function diagonal([red, green, blue]: Channels): ColorMatrix {
  return [
    [red, 0, 0],
    [0, green, 0],
    [0, 0, blue],
  ]
}

/** Blurred by shrinking and enlarging, as not every browser has a blur for canvases; sigma in px. */
function blurred(picture: OffscreenCanvas, sigma: number): OffscreenCanvas {
  return resized(resized(picture, scaled(picture, 1 / (1 + 1.7 * sigma))), picture)
}

/** A linear map around the middle. What it leaves free is transparent. */
function turned(
  picture: OffscreenCanvas,
  size: Size,
  [a, b, c, d]: readonly [number, number, number, number],
): OffscreenCanvas {
  return drawn(size, (context) => {
    context.setTransform(a, b, c, d, size.width / 2, size.height / 2)
    context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  })
}

function rotated(picture: OffscreenCanvas, degrees: number): OffscreenCanvas {
  // Right angles have to be exact, or pixels are mixed.
  const [sine, cosine] = [Math.sin, Math.cos].map(
    (of) => Math.round(of((degrees * Math.PI) / 180) * 1e9) / 1e9,
  ) as [number, number]
  const { width, height } = picture
  const size = {
    width: Math.round(Math.abs(width * cosine) + Math.abs(height * sine)),
    height: Math.round(Math.abs(width * sine) + Math.abs(height * cosine)),
  }
  return turned(picture, size, [cosine, sine, -sine, cosine])
}

function onWhite(picture: OffscreenCanvas, alpha = true): OffscreenCanvas {
  return drawn(
    picture,
    (context) => {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, picture.width, picture.height)
      context.drawImage(picture, 0, 0)
    },
    alpha,
  )
}

async function encoded(
  picture: OffscreenCanvas,
  { format, quality: tier, isOpaque }: FileOptions,
): Promise<Uint8Array> {
  const { quality, levels } = SETTINGS[tier]
  const few = format === 'png' && levels !== undefined ? posterized(picture, levels) : picture
  const flat = isOpaque || format === 'jpeg' ? onWhite(few, false) : few
  const type = `image/${format}`
  const blob = await flat.convertToBlob({ type, quality })
  // A browser without the encoder writes a PNG instead.
  if (blob.type === type) return new Uint8Array(await blob.arrayBuffer())
  throw standardError(
    400,
    `This browser can't write ${format}. Choose png or jpeg, or start the local service with npm start.`,
  )
}

/** Fewer colors, for a smaller PNG. */
function posterized(picture: OffscreenCanvas, levels: number): OffscreenCanvas {
  const all = (value: number): Channels => [value, value, value]
  const few = colored(picture, diagonal(all((levels - 1) / 255)), all(0.5))
  return colored(few, diagonal(all(255 / (levels - 1))), all(0))
}

/** What a file says of its picture; HEIC and TIFF are none that every browser decodes. */
const readHeader: PictureCodec['readHeader'] = async (bytes, type) => {
  if (type === 'heic' || type === 'tiff') return { ok: false, reason: 'unsupported' }
  const header = readPictureHeader(bytes)
  if (header?.type !== type || header.size === undefined) return { ok: false, reason: 'damaged' }
  const sides = header.orientation > 4 ? swapped(header.size) : header.size
  const texts = type === 'png' ? pngTexts(bytes) : []
  return { ok: true, value: { ...sides, hasAlpha: type !== 'jpeg', texts } }
}

/** Text that a PNG carries uncompressed, each with its keyword. */
function pngTexts(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts: string[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (/tEXt|iTXt/.test(latin1(bytes, at + 4, at + 8)))
      texts.push(new TextDecoder().decode(body).replaceAll('\0', ' ').trim())
    at += 12 + length
  }
  return texts
}

const sample: PictureCodec['sample'] = async (bytes, longEdge, { signal }) => {
  const type = pictureTypeOf(bytes)
  const header = type === undefined ? undefined : await readHeader(bytes, type)
  if (header?.ok !== true) return undefined
  const { value: facts } = header
  const most = Math.min(longEdge, Math.max(facts.width, facts.height))
  try {
    const size = fitted(facts, { width: most, height: most })
    const { data } = pixelsOf(onWhite(await decoded(bytes, size, false)))
    return { ...size, rgb: new Uint8Array(data.filter((_, at) => at % 4 !== 3)) }
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Pictures by the canvas of a browser's worker. */
export const browserCodec: PictureCodec = {
  readHeader,
  sample,
  edit: renderEdit(canvasTools),
  draw: renderImage(canvasTools),
}
