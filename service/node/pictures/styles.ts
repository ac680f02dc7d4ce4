import type { Sharp } from 'sharp'

import type { Size } from '../../app/images/aspect-ratio.ts'
import { STYLE_NAMES } from '../../app/operations/image-generation/style-names.ts'

type StyleName = (typeof STYLE_NAMES)[number]
type Step = (image: Sharp, size: Size) => Sharp

/** How the picture is changed by each style; several steps where one would not do. */
const STYLES: Readonly<Record<StyleName, readonly Step[]>> = {
  Flat: [],
  Monochrome: [(image) => image.modulate({ saturation: 0 })],
  Negative: [(image) => image.negate({ alpha: false })],
  'Pixel Art': [
    (image, { width, height }) =>
      image.resize(Math.max(8, Math.round(width / 16)), Math.max(8, Math.round(height / 16))),
    (image, { width, height }) => image.resize(width, height, { kernel: 'nearest', fit: 'fill' }),
  ],
  'Soft Focus': [(image, { width }) => image.blur(Math.max(1, width / 120))],
  Vivid: [(image) => image.modulate({ saturation: 1.8 })],
  Warm: [
    (image) =>
      image.recomb([
        [1.15, 0.05, 0],
        [0.03, 1, 0],
        [0, 0, 0.8],
      ]),
  ],
}

/** The steps of a style; none for a name that is not listed. */
export function styleSteps(name: string | undefined): readonly Step[] {
  const style = STYLE_NAMES.find((known) => known === name)
  return style === undefined ? [] : STYLES[style]
}
