import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Scene } from '../../app/images/picture-codec.ts'
import type { TextStrip } from '../../app/images/text-strip.ts'

/** A strip with one line of text, to lay over a picture. */
export function textSvg({ text, width, height, fontSize, baseline, opacity }: TextStrip): Buffer {
  return svg(
    { width, height },
    `<rect width="100%" height="100%" fill="#000" fill-opacity="${opacity}"/>` +
      `<text x="50%" y="${baseline.toFixed(1)}" font-size="${fontSize.toFixed(1)}" ` +
      `font-family="DejaVu Sans, Arial, Helvetica, sans-serif" fill="#fff" text-anchor="middle">${escapeXml(text)}</text>`,
  )
}

/** A border of a thickness, inside of a size. */
export function borderSvg({ width, height }: Size, color: string, thickness: number): Buffer {
  return svg(
    { width, height },
    `<rect x="${thickness / 2}" y="${thickness / 2}" width="${width - thickness}" height="${height - thickness}" ` +
      `fill="none" stroke="${color}" stroke-width="${thickness}"/>`,
  )
}

/** Circles on a sky. */
export function sceneSvg(size: Size, { sky: [top, bottom], circles }: Scene): Buffer {
  const drawn = circles.map(
    ({ x, y, r, color }) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${color}"/>`,
  )
  return svg(
    size,
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
      `<rect width="100%" height="100%" fill="url(#sky)"/>${drawn.join('')}`,
  )
}

function svg({ width, height }: Size, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )
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
