import type { ImageFormat } from '../../../contract/image/output-format.ts'
import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Mark, Sky } from '../../app/images/drawing/scene-marks.ts'
import type { TextStrip } from '../../app/images/drawing/text-strip.ts'
import type { Pixels } from './pixels.ts'

/** How pixels become a file. */
interface WriteOptions {
  format: ImageFormat
  /** Of JPEG and WebP, 0 to 100. */
  quality: number
  isOpaque: boolean
}

/** The four things of pictures that a browser does: everything else is arithmetic. */
export interface PictureCanvas {
  /** The whole of a file, upright, in a size. Rejects for a file that can't be decoded. */
  decode(bytes: Uint8Array, size: Size, kernel: 'smooth' | 'nearest'): Promise<Pixels>
  /** A file; undefined for a format that can't be written. */
  encode(pixels: Pixels, options: WriteOptions): Promise<Uint8Array | undefined>
  /** Pixels with a strip of text along their lower edge. */
  addText(pixels: Pixels, strip: TextStrip): Promise<Pixels>
  /** Pixels with a border inside of them, px, in a CSS color. */
  border(pixels: Pixels, color: string, thickness: number): Promise<Pixels>
  paint(size: Size, sky: Sky, marks: readonly Mark[]): Promise<Pixels>
}
