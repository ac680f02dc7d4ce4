import { createImageQueue } from '../../images/image-queue.ts'
import type { PictureCodec, PictureSample } from '../../images/picture-codec.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { readDataUrl } from '../../inference/inputs/input-sources.ts'
import { partName } from '../../inference/inputs/inputs.ts'

/** A color of a picture: its name, its average, and how much of the picture it covers (0 to 1). */
interface SeenColor {
  name: string
  code: string
  share: number
}

/** What can be said of a picture by its pixels alone. */
export interface SeenPicture {
  /** Most of the picture first. */
  colors: SeenColor[]
  /** The shapes of a flat drawing from left to right, such as "a red square"; none for a photo. */
  shapes: string[]
}

/** Colors and shapes smaller than this share of the picture are noise. */
const SMALLEST_SHARE = 0.01
const MAX_COLORS = 4
const MAX_SHAPES = 8
/** How far a pixel of a flat shape may be from the shape's average, per channel. */
const FLAT = 24

function seePicture(sample: PictureSample): SeenPicture {
  const { width, height, rgb } = sample
  const names = Array.from({ length: width * height }, (_, at) => colorName(pixelAt(rgb, at)))
  const places = new Map<string, number[]>()
  for (const [at, name] of names.entries()) {
    const list = places.get(name)
    if (list === undefined) places.set(name, [at])
    else list.push(at)
  }
  const colors = [...places]
    .map(([name, at]) => ({
      name,
      code: colorCode(average(rgb, at)),
      share: at.length / names.length,
    }))
    .filter(({ share }) => share >= SMALLEST_SHARE)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MAX_COLORS)
  return { colors, shapes: shapesOf(sample, names, colors[0]?.name) }
}

/** The areas of one color on the background. A picture with anything but a few flat ones has no shapes. */
function shapesOf(
  { width, height, rgb }: PictureSample,
  names: readonly string[],
  background: string | undefined,
): string[] {
  const seen = new Set<number>()
  const shapes: { left: number; text: string }[] = []
  for (const [start, name] of names.entries()) {
    if (name === background || seen.has(start)) continue
    const area = areaFrom(start, names, width, seen)
    if (area.length < names.length * SMALLEST_SHARE) continue
    if (shapes.length === MAX_SHAPES || !isFlat(rgb, area)) return []
    const xs = area.map((at) => at % width)
    const ys = area.map((at) => Math.floor(at / width))
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
    if (left === 0 || top === 0 || right === width - 1 || bottom === height - 1) continue
    const form = formOf(area.length, right - left + 1, bottom - top + 1)
    shapes.push({ left, text: `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} ${form}` })
  }
  return shapes.toSorted((a, b) => a.left - b.left).map(({ text }) => text)
}

function areaFrom(
  start: number,
  names: readonly string[],
  width: number,
  seen: Set<number>,
): number[] {
  const area = [start]
  seen.add(start)
  for (const at of area) {
    const column = at % width
    const neighbors = [
      at - width,
      at + width,
      ...(column > 0 ? [at - 1] : []),
      ...(column < width - 1 ? [at + 1] : []),
    ]
    for (const next of neighbors)
      if (names[next] === names[start] && !seen.has(next)) {
        seen.add(next)
        area.push(next)
      }
  }
  return area
}

/** A form by how much of its box it fills: all, as a disc does (π/4), or half. */
function formOf(pixels: number, width: number, height: number): string {
  const fill = pixels / (width * height)
  const isEven = Math.abs(width - height) <= Math.max(width, height) * 0.12
  if (fill > 0.93) return isEven ? 'square' : 'rectangle'
  if (fill > 0.7 && fill < 0.86) return isEven ? 'circle' : 'ellipse'
  return fill > 0.42 && fill < 0.62 ? 'triangle' : 'shape'
}

function isFlat(rgb: Uint8Array, area: readonly number[]): boolean {
  const mean = average(rgb, area)
  const off = area.filter((at) =>
    pixelAt(rgb, at).some((part, channel) => Math.abs(part - (mean[channel] ?? 0)) > FLAT),
  )
  return off.length <= area.length * 0.1
}

function average(rgb: Uint8Array, area: readonly number[]): Rgb {
  const sum = [0, 0, 0]
  for (const at of area)
    for (const [channel, part] of pixelAt(rgb, at).entries())
      sum[channel] = (sum[channel] ?? 0) + part
  const [red = 0, green = 0, blue = 0] = sum.map((part) => part / area.length)
  return [red, green, blue]
}

function pixelAt(rgb: Uint8Array, at: number): Rgb {
  return [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0]
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Where each name ends on the color wheel, degrees. */
const HUES: readonly (readonly [end: number, name: string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [292, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]

function colorName([red, green, blue]: Rgb): string {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const spread = most - least
  if (spread < 28 || spread < most * 0.12) {
    if (most < 48) return 'black'
    if (least > 225) return 'white'
    return 'gray'
  }
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  const degrees = (turn * 60 + 360) % 360
  const hue = HUES.find(([end]) => degrees <= end)?.[1] ?? 'red'
  return (hue === 'orange' || hue === 'red') && most < 150 && spread < 110 ? 'brown' : hue
}

function colorCode(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Images that are looked at in one answer; the others are only measured. */
const MAX_PICTURES = 4
const LONG_EDGE_PX = 80
const MAX_MS = 20_000

/** Looks at the images of the last user message. Results are by part name; a damaged image has none. */
export type LookAtPictures = (
  generation: GenerationRequest,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, SeenPicture>>

/** Looks through a codec, at two images at once in the whole service. */
export function createLookAtPictures({ sample }: Pick<PictureCodec, 'sample'>): LookAtPictures {
  const queue = createImageQueue(2, 64)
  return async ({ request: { messages }, inputs }, signal) => {
    const index = messages.findLastIndex(({ role }) => role === 'user')
    const content = messages[index]?.content
    const images = (Array.isArray(content) ? content : []).flatMap((part, at) => {
      const name = partName(index, at)
      const facts = inputs.parts.get(name)
      return part.type === 'image_url' && facts?.kind === 'image'
        ? [{ name, url: facts.dataUrl ?? part.image_url.url }]
        : []
    })
    const seen = new Map<string, SeenPicture>()
    for (const { name, url } of images.slice(0, MAX_PICTURES)) {
      const bytes = readDataUrl(url)?.bytes
      if (bytes === undefined) continue
      const limits = { signal, endsAt: Date.now() + MAX_MS }
      const small = await queue.run(() => sample(bytes, LONG_EDGE_PX, limits), signal)
      if (small !== undefined) seen.set(name, seePicture(small))
    }
    return seen
  }
}
