import { randomFrom } from '../../inference/random.ts'
import { sceneOf } from '../../operations/image-generation/scene.ts'
import { STYLE_NAMES } from '../../operations/image-generation/style-names.ts'
import type { Size } from '../aspect-ratio.ts'
import type { PictureCodec } from '../picture-codec.ts'
import { all, applySafetyBlur, LUMINANCE } from './apply-operation.ts'
import type { MakeTools, PictureTools } from './picture-tools.ts'
import { sceneMarks } from './scene-marks.ts'
import { firstWords, textStrip } from './text-strip.ts'

/**
 * Draws a picture and gives it as a file. The same drawing gives the same bytes. The caption says
 * how it was made.
 */
export function renderImage<P extends Size>(toolsFor: MakeTools<P>): PictureCodec['draw'] {
  return async (drawing, limits) => {
    const tools = toolsFor(limits)
    const { width, height, prompt } = drawing
    const scene = sceneOf(prompt, drawing.negativePrompt)
    const marks = sceneMarks(scene, drawing, randomFrom(`${drawing.seed} ${prompt}`))
    let picture = await tools.paint({ width, height }, scene.sky, marks)
    const style = STYLE_NAMES.find((known) => known === drawing.style)
    if (style !== undefined) picture = await STYLES[style](tools, picture)
    if (drawing.isBlurred) picture = await applySafetyBlur(tools, picture)
    if (drawing.hasCaption) {
      const caption = textStrip(`Drawn by rules: ${firstWords(prompt)}`, drawing, 'caption')
      picture = await tools.addText(picture, caption)
    }
    return tools.encode(picture, { format: drawing.format, quality: 'high', isOpaque: true })
  }
}

type StyleName = (typeof STYLE_NAMES)[number]

/** How the picture is changed by each style. */
const STYLES: Readonly<
  Record<StyleName, <P extends Size>(tools: PictureTools<P>, picture: P) => Promise<P>>
> = {
  Flat: async (_, picture) => picture,
  Monochrome: (tools, picture) => tools.recomb(picture, LUMINANCE),
  Negative: (tools, picture) => tools.linear(picture, all(-1), all(255)),
  'Pixel Art': async (tools, picture) => {
    const { width, height } = picture
    const few = {
      width: Math.max(8, Math.round(width / 16)),
      height: Math.max(8, Math.round(height / 16)),
    }
    return tools.resize(await tools.resize(picture, few), { width, height }, 'nearest')
  },
  'Soft Focus': (tools, picture) => tools.blur(picture, Math.max(1, picture.width / 120)),
  Vivid: (tools, picture) =>
    tools.recomb(picture, [
      [1.63, -0.57, -0.06],
      [-0.17, 1.23, -0.06],
      [-0.17, -0.57, 1.74],
    ]),
  Warm: (tools, picture) =>
    tools.recomb(picture, [
      [1.15, 0.05, 0],
      [0.03, 1, 0],
      [0, 0, 0.8],
    ]),
}
