import type { Size } from '../../app/images/aspect-ratio.ts'
import type { Mark, Sky } from '../../app/images/drawing/scene-marks.ts'
import type { TextStrip } from '../../app/images/drawing/text-strip.ts'

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

/** A sky with marks on it. */
export function sceneSvg(size: Size, [top, bottom]: Sky, marks: readonly Mark[]): Buffer {
  return svg(
    size,
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
      `<rect width="100%" height="100%" fill="url(#sky)"/>${marks.map(markSvg).join('')}`,
  )
}

function markSvg(mark: Mark): string {
  const fill = `fill="${mark.color}"`
  switch (mark.kind) {
    case 'circle':
      return `<circle cx="${n(mark.x)}" cy="${n(mark.y)}" r="${n(mark.r)}" ${fill} fill-opacity="${mark.opacity}"/>`
    case 'rectangle':
      return `<rect x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.width)}" height="${n(mark.height)}" ${fill}/>`
    case 'polygon':
      return `<polygon points="${mark.points.map((point) => point.map(n).join(',')).join(' ')}" ${fill}/>`
    case 'path':
      return `<path d="${mark.path}" ${fill}/>`
  }
}

function svg({ width, height }: Size, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  )
}

function n(value: number): string {
  return value.toFixed(1)
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
