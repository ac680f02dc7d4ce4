import sharp from 'sharp'

import { centered } from '../../app/images/aspect-ratio.ts'
import type { Channels, MakeTools } from '../../app/images/drawing/picture-tools.ts'
import { borderSvg, sceneSvg, textSvg } from './drawings-svg.ts'
import { encodePicture } from './encode-picture.ts'
import { change, openImage, toPicture, type Picture } from './picture.ts'

const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }

/** The tools of sharp. */
export const sharpTools: MakeTools<Picture> = (limits) => ({
  decode: (bytes, { width, height }) =>
    toPicture(openImage(bytes).autoOrient().resize(width, height, { fit: 'fill' }), limits),
  cut: (picture, part, { width, height }) =>
    change(picture, limits, (image) => image.extract(part).resize(width, height, { fit: 'fill' })),
  pad: (picture, size) => {
    const { left, top } = centered(size, picture)
    const right = size.width - picture.width - left
    const bottom = size.height - picture.height - top
    const margins = { left, top, right, bottom, background: NOTHING }
    return change(picture, limits, (image) => image.extend(margins))
  },
  resize: (picture, { width, height }, kernel) =>
    change(picture, limits, (image) =>
      image.resize(width, height, { fit: 'fill', kernel: kernel ?? 'lanczos3' }),
    ),
  recomb: (picture, [red, green, blue]) =>
    change(picture, limits, (image) => image.recomb([[...red], [...green], [...blue]])),
  linear: (picture, factors, offsets) =>
    change(picture, limits, (image) => image.linear(withAlpha(factors, 1), withAlpha(offsets, 0))),
  saturate: (picture, saturation) =>
    change(picture, limits, (image) => image.modulate({ saturation })),
  blur: (picture, sigma) => change(picture, limits, (image) => image.blur(sigma)),
  sharpen: (picture) =>
    change(picture, limits, (image) => image.sharpen({ sigma: 1.5, m1: 1, m2: 3 })),
  invert: (picture) => change(picture, limits, (image) => image.negate({ alpha: false })),
  flip: (picture) => change(picture, limits, (image) => image.flip()),
  mirror: (picture) => change(picture, limits, (image) => image.flop()),
  rotate: (picture, degrees) =>
    change(picture, limits, (image) => image.rotate(degrees, { background: NOTHING })),
  onWhite: (picture) => change(picture, limits, (image) => image.flatten({ background: 'white' })),
  difference: (picture, { pixels, width, height }) => {
    const raw = { width, height, channels: 4 } as const
    const over = { input: pixels, raw, blend: 'difference' } as const
    return change(picture, limits, (image) => image.composite([over]))
  },
  border: (picture, color, thickness) =>
    change(picture, limits, (image) =>
      image.composite([{ input: borderSvg(picture, color, thickness) }]),
    ),
  addText: (picture, strip) =>
    change(picture, limits, (image) =>
      image.composite([{ input: textSvg(strip), gravity: 'south' }]),
    ),
  paint: (size, sky, marks) => toPicture(sharp(sceneSvg(size, sky, marks)), limits),
  encode: (picture, options) => encodePicture(picture, options, limits),
})

function withAlpha(channels: Channels, alpha: number): number[] {
  return [...channels, alpha]
}
