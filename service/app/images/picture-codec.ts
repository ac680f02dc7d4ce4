import type { ImageFormat } from '../../../contract/image/edit-request.ts'
import type { PictureType } from '../../../contract/media/file-type.ts'
import type { EditPlan, Quality, Region, Size } from './edit-plan.ts'

/** When work on an image has to be over. */
export interface WorkLimits {
  signal: AbortSignal
  /** Unix milliseconds. */
  endsAt: number
}

/** What the header of an image says. Sides in px, as it is to be seen. */
export interface ImageFacts extends Size {
  hasAlpha: boolean
  /** Text that the file carries with it, as PNG can. */
  texts: readonly string[]
}

/** An image's header, or why there is none: `unsupported` is a kind that cannot be decoded here. */
export type HeaderResult =
  | { ok: true; value: ImageFacts }
  | { ok: false; reason: 'unsupported' | 'damaged' }

/** An edited image as a file. Sides in px. */
interface EditedImage extends Size {
  bytes: Uint8Array
}

/** An image made small, to look at: red, green and blue of each pixel, row by row, on white. Sides in px. */
export interface PictureSample extends Size {
  rgb: Uint8Array
}

/** A picture as it will be drawn: the request with every default put in. */
export interface Drawing extends Size {
  prompt: string
  negativePrompt: string
  style: string | undefined
  seed: number
  format: ImageFormat
  hasCaption: boolean
  isBlurred: boolean
}

/** Reads, edits and draws pictures. The same input gives the same bytes. */
export interface PictureCodec {
  /** Reads the header of bytes that begin like this type; decodes no pixel, never rejects. */
  readHeader(bytes: Uint8Array, type: PictureType): Promise<HeaderResult>
  /** A copy of at most `longEdge` px, without mixed colors; undefined for an image that cannot be decoded. */
  sample(
    bytes: Uint8Array,
    longEdge: number,
    limits: WorkLimits,
  ): Promise<PictureSample | undefined>
  /** Edits an image as planned. @throws HttpError 400 for a damaged one, 504 at the deadline */
  edit(
    bytes: Uint8Array,
    facts: ImageFacts,
    plan: EditPlan,
    isBlurred: boolean,
    limits: WorkLimits,
  ): Promise<EditedImage>
  /** Draws a picture and gives it as a file. @throws HttpError 504 at the deadline */
  draw(drawing: Drawing, limits: WorkLimits): Promise<Uint8Array>
}

/** Three rows of three factors: what red, green and blue become. */
export type ColorMatrix = readonly [
  red: readonly [number, number, number],
  green: readonly [number, number, number],
  blue: readonly [number, number, number],
]

/** A factor or an offset for each of red, green and blue, 0 to 255. */
export type Channels = readonly [red: number, green: number, blue: number]

/** A circle in a CSS color; px. */
interface Circle {
  x: number
  y: number
  r: number
  color: string
}

/** What a drawing is painted with: colors from top to bottom, and circles on them, first to last. */
export interface Scene {
  sky: readonly [top: string, bottom: string]
  circles: readonly Circle[]
}

/** How a picture becomes a file. */
export interface FileOptions {
  format: ImageFormat
  quality: Quality
  /** No pixel is transparent: the file needs no alpha channel. */
  isOpaque: boolean
}

/**
 * What a platform can do with a decoded picture (`P`, in sRGB with alpha); everything the API does with pictures
 * is put together from these. Each gives a new picture. @throws HttpError 504 at the deadline; the reason of the
 * signal
 */
export interface PictureTools<P extends Size> {
  /** The whole of a file, upright, in a size. Rejects for one that is damaged. */
  decode(bytes: Uint8Array, size: Size): Promise<P>
  /** A part of a picture, in a size. */
  cut(picture: P, part: Region, size: Size): Promise<P>
  /** A picture in the middle of a larger transparent one. */
  pad(picture: P, size: Size): Promise<P>
  /** Another size; `nearest` keeps blocks, `cubic` is smooth. */
  resize(picture: P, size: Size, kernel?: 'nearest' | 'cubic'): Promise<P>
  recomb(picture: P, matrix: ColorMatrix): Promise<P>
  /** `factor × value + offset` of each color; alpha stays. */
  linear(picture: P, factors: Channels, offsets: Channels): Promise<P>
  /** Gaussian; sigma in px. */
  blur(picture: P, sigma: number): Promise<P>
  sharpen(picture: P): Promise<P>
  flip(picture: P): Promise<P>
  mirror(picture: P): Promise<P>
  /** Degrees clockwise. What a slanted picture leaves free is transparent. */
  rotate(picture: P, degrees: number): Promise<P>
  onWhite(picture: P): Promise<P>
  /** How much two pictures of the same size differ in each color. */
  difference(picture: P, other: P): Promise<P>
  /** A border inside of the picture, px, in a CSS color. */
  border(picture: P, color: string, thickness: number): Promise<P>
  /** A strip with text along the lower edge. */
  addText(picture: P, strip: TextStrip): Promise<P>
  paint(size: Size, scene: Scene): Promise<P>
  /** A file without any metadata. */
  encode(picture: P, options: FileOptions): Promise<Uint8Array>
}

/** The tools for one piece of work, within its limits. */
export type MakeTools<P extends Size> = (limits: WorkLimits) => PictureTools<P>

/** One line of white text in the middle of a dark strip, px. */
export interface TextStrip extends Size {
  text: string
  fontSize: number
  /** From the upper edge of the strip to the base of the letters. */
  baseline: number
  /** Of the black behind the text, 0 to 1. */
  opacity: number
}

const MAX_LINE_LENGTH = 60

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The strip for the lower edge of a picture. */
export function textStrip(text: string, { width, height }: Size, look: 'title' | 'caption') {
  const line = shorten(text.replaceAll(/\s+/g, ' ').trim())
  const wanted = Math.min(width, height) * (look === 'title' ? 0.1 : 0.045)
  // A letter is about 0.6 of the font size wide.
  const fontSize = Math.max(6, Math.min(wanted, (width * 0.92) / (0.6 * Math.max(1, line.length))))
  const strip = Math.min(height, Math.ceil(fontSize * 2))
  const opacity = look === 'title' ? 0.35 : 0.55
  return {
    text: line,
    width,
    height: strip,
    fontSize,
    baseline: strip * 0.66,
    opacity,
  } satisfies TextStrip
}

/** The first words of a prompt, as a caption. */
export function firstWords(prompt: string): string {
  const words = prompt.trim().split(/\s+/)
  return `${words.slice(0, 6).join(' ')}${words.length > 6 ? ' …' : ''}`
}

function shorten(text: string): string {
  const characters = Array.from(letters.segment(text.slice(0, 1000)), ({ segment }) => segment)
  return characters.length > MAX_LINE_LENGTH
    ? `${characters.slice(0, MAX_LINE_LENGTH - 1).join('')}…`
    : text
}
