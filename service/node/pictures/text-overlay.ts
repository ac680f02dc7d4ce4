import type { Size } from '../../app/images/aspect-ratio.ts'

/** Most characters that are drawn on one line. */
const MAX_LINE_LENGTH = 60

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A strip with one line of text, as an SVG to lay over the lower edge of a picture. */
export function textOverlay(text: string, { width, height }: Size, look: 'title' | 'caption') {
  const line = shorten(text.replaceAll(/\s+/g, ' ').trim())
  const wanted = Math.min(width, height) * (look === 'title' ? 0.1 : 0.045)
  // A letter is about 0.6 of the font size wide.
  const fontSize = Math.max(6, Math.min(wanted, (width * 0.92) / (0.6 * Math.max(1, line.length))))
  const strip = Math.min(height, Math.ceil(fontSize * 2))
  const opacity = look === 'title' ? 0.35 : 0.55
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${strip}">` +
    `<rect width="100%" height="100%" fill="#000" fill-opacity="${opacity}"/>` +
    `<text x="50%" y="${(strip * 0.66).toFixed(1)}" font-size="${fontSize.toFixed(1)}" ` +
    `font-family="DejaVu Sans, Arial, Helvetica, sans-serif" fill="#fff" text-anchor="middle">${escapeXml(line)}</text></svg>`
  return Buffer.from(svg)
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as XML can hold it: escaped, without the characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
