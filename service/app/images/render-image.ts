import { pick, randomFrom } from '../inference/random.ts'
import type { Operation, Size } from './edit-plan.ts'
import {
  type Drawing,
  firstWords,
  type MakeTools,
  type PictureCodec,
  type Scene,
  textStrip,
} from './picture-codec.ts'
import { applyOperation, applySafetyBlur } from './render-edit.ts'

/** The names that `style_preset` takes, and the edit that each is. */
export const STYLES: Readonly<Record<string, readonly Operation[]>> = {
  Flat: [],
  Monochrome: [{ kind: 'grayscale' }],
  Negative: [{ kind: 'invert' }],
  'Pixel Art': [{ kind: 'pixelate', block: 16 }],
  'Soft Focus': [{ kind: 'blur', sigma: 6 }],
  Vivid: [{ kind: 'contrast', percent: 60 }],
  Warm: [{ kind: 'warm' }],
}

/** Draws a picture and gives it as a file. The same drawing gives the same bytes. The caption says how it was made. */
export function renderImage<P extends Size>(toolsFor: MakeTools<P>): PictureCodec['draw'] {
  return async (drawing, limits) => {
    const tools = toolsFor(limits)
    let picture = await tools.paint(drawing, sceneOf(drawing))
    for (const operation of STYLES[drawing.style ?? 'Flat'] ?? [])
      picture = await applyOperation(tools, picture, operation)
    if (drawing.isBlurred) picture = await applySafetyBlur(tools, picture)
    if (drawing.hasCaption) {
      const caption = `Drawn by rules: ${firstWords(drawing.prompt)}`
      picture = await tools.addText(picture, textStrip(caption, drawing, 'caption'))
    }
    return tools.encode(picture, { format: drawing.format, quality: 'high', isOpaque: true })
  }
}

const COLORS: Readonly<Record<string, string>> = {
  red: '#d64545',
  orange: '#ee8a34',
  yellow: '#f4cf4c',
  green: '#4f9d5d',
  blue: '#3d78c9',
  purple: '#7d58b5',
  pink: '#e78bb0',
  teal: '#2f8f92',
  brown: '#7a5238',
  black: '#1c1c22',
  white: '#f6f6f2',
  gray: '#8d9099',
}

const CIRCLES = 14

/** Circles in the colors that the prompt names, or in all; at night on a dark sky. */
function sceneOf({ prompt, negativePrompt, seed, width, height }: Drawing): Scene {
  const random = randomFrom(`${seed} ${prompt}`)
  const named = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []
  const without = new Set(named(negativePrompt))
  const colors = Object.entries(COLORS).filter(([name]) => !without.has(name))
  const wanted = colors.filter(([name]) => named(prompt).includes(name))
  const [first = ['gray', '#8d9099'], ...others] = wanted.length > 0 ? wanted : colors
  return {
    sky: /\b(?:night|dark)\b/i.test(prompt) ? ['#0b1026', '#27305c'] : ['#8ec5ee', '#eaf4fb'],
    circles: Array.from({ length: CIRCLES }, () => ({
      x: random() * width,
      y: random() * height,
      r: (0.06 + 0.16 * random()) * Math.min(width, height),
      color: pick(random, [first, ...others])[1],
    })),
  }
}
