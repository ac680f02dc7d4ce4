import sharp from 'sharp'

import type { FileOptions } from '../../app/images/drawing/picture-tools.ts'
import type { Quality } from '../../app/images/edit-plan.ts'
import type { WorkLimits } from '../../app/images/picture-codec.ts'
import { inTime, type Picture } from './picture.ts'

/** Encoder quality of JPEG and WebP, and colors of a PNG; the best PNG keeps them all. */
const SETTINGS: Readonly<Record<Quality, { quality: number; colors?: number }>> = {
  low: { quality: 45, colors: 16 },
  medium: { quality: 70, colors: 256 },
  high: { quality: 90 },
}

/**
 * A picture as a file without any metadata. JPEG knows no transparency: there it becomes white.
 * An opaque picture gets no alpha channel.
 */
export function encodePicture(
  { pixels, width, height }: Picture,
  options: FileOptions,
  limits: WorkLimits,
): Promise<Uint8Array> {
  const { quality, colors } = SETTINGS[options.quality]
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } })
  const image = options.isOpaque ? raw.removeAlpha() : raw
  return inTime(limits, image, (timed) => {
    switch (options.format) {
      case 'png':
        return timed
          .png(colors === undefined ? { compressionLevel: 6 } : { palette: true, colors })
          .toBuffer()
      case 'jpeg':
        return timed.flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
      case 'webp':
        return timed.webp({ quality }).toBuffer()
    }
  })
}
