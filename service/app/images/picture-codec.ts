import type { ImageFormat } from '../../../contract/image/output-format.ts'
import type { PictureType } from '../../../contract/media/picture-type.ts'
import type { Size } from './aspect-ratio.ts'
import type { EditPlan } from './edit-plan.ts'

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
