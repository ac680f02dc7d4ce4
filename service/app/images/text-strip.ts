import type { Size } from './aspect-ratio.ts'

/** One line of white text in the middle of a dark strip, px. */
export interface TextStrip extends Size {
  text: string
  fontSize: number
  /** From the upper edge of the strip to the base of the letters. */
  baseline: number
  /** Of the black behind the text, 0 to 1. */
  opacity: number
}

/** Most characters that are drawn on one line. */
const MAX_LINE_LENGTH = 60

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The strip for the lower edge of a picture. */
export function textStrip(text: string, { width, height }: Size, look: 'title' | 'caption') {
  const line = shorten(text.replaceAll(/\s+/g, ' ').trim())
  const wanted = Math.min(width, height) * (look === 'title' ? 0.1 : 0.045)
  // A letter is about 0.6 of the font size wide.
  const fontSize = Math.max(6, Math.min(wanted, (width * 0.92) / (0.6 * Math.max(1, line.length))))
  const strip = Math.min(height, Math.ceil(fontSize * 2))
  const opacity = look === 'title' ? 0.35 : 0.55
  return {
    text: line,
    width,
    height: strip,
    fontSize,
    baseline: strip * 0.66,
    opacity,
  } satisfies TextStrip
}

/** The first words of a prompt, as a caption. */
export function firstWords(prompt: string): string {
  const words = prompt.trim().split(/\s+/)
  return `${words.slice(0, 6).join(' ')}${words.length > 6 ? ' …' : ''}`
}

function shorten(text: string): string {
  const characters = Array.from(letters.segment(text.slice(0, 1000)), ({ segment }) => segment)
  return characters.length > MAX_LINE_LENGTH
    ? `${characters.slice(0, MAX_LINE_LENGTH - 1).join('')}…`
    : text
}
