import type { ImageFormat } from '../../../../contract/image/output-format.ts'
import type { Region, Size } from '../aspect-ratio.ts'
import type { Quality } from '../edit-plan.ts'
import type { WorkLimits } from '../picture-codec.ts'
import type { TextStrip } from './text-strip.ts'

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
