import sharp, { type Sharp } from 'sharp'

import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Drawing, WorkLimits } from '../../app/images/picture-codec.ts'
import { randomFrom } from '../../app/inference/random.ts'
import { sceneOf } from '../../app/operations/image-generation/scene.ts'
import { STYLE_NAMES } from '../../app/operations/image-generation/style-names.ts'
import { applySafetyBlur } from './apply-operation.ts'
import { drawScene } from './draw-scene.ts'
import { encodePicture } from './encode-picture.ts'
import { change, toPicture } from './picture.ts'
import { firstWords, textOverlay } from './text-overlay.ts'

/**
 * Draws a picture and gives it as a file. The same drawing gives the same bytes. The caption says
 * how it was made. @throws HttpError 504 at the deadline
 */
export async function renderImage(drawing: Drawing, limits: WorkLimits): Promise<Uint8Array> {
  const { width, height, prompt } = drawing
  const random = randomFrom(`${drawing.seed} ${prompt}`)
  const svg = drawScene(sceneOf(prompt, drawing.negativePrompt), drawing, random)
  let picture = await toPicture(sharp(Buffer.from(svg)), limits)
  for (const step of styleSteps(drawing.style))
    picture = await change(picture, limits, (image) => step(image, { width, height }))
  if (drawing.isBlurred) picture = await applySafetyBlur(picture, limits)
  if (drawing.hasCaption) {
    const caption = textOverlay(`Drawn by rules: ${firstWords(prompt)}`, drawing, 'caption')
    picture = await change(picture, limits, (image) =>
      image.composite([{ input: caption, gravity: 'south' }]),
    )
  }
  const options = { format: drawing.format, quality: 'high', isOpaque: true } as const
  return encodePicture(picture, options, limits)
}

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
function styleSteps(name: string | undefined): readonly Step[] {
  const style = STYLE_NAMES.find((known) => known === name)
  return style === undefined ? [] : STYLES[style]
}
