import sharp from 'sharp'

import type { Drawing, WorkLimits } from '../../app/images/picture-codec.ts'
import { randomFrom } from '../../app/inference/random.ts'
import { sceneOf } from '../../app/operations/image-generation/scene.ts'
import { applySafetyBlur } from './apply-operation.ts'
import { drawScene } from './draw-scene.ts'
import { encodePicture } from './encode-picture.ts'
import { change, toPicture } from './picture.ts'
import { styleSteps } from './styles.ts'
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
