import { ratioOf } from '../../../contract/image/image-limits.ts'

/** Two sides, px. */
export interface Size {
  width: number
  height: number
}

/** A part of a picture, px. */
export interface Region extends Size {
  left: number
  top: number
}

/** Long edge of a resolution tier, px. */
const LONG_EDGES: Readonly<Record<string, number>> = { '1K': 1024, '2K': 2048, '4K': 4096 }

/** Long edge of a resolution tier, px; a tier that is not known is taken as 1K. */
export function longEdgeOf(resolution: string): number {
  return LONG_EDGES[resolution] ?? 1024
}

/** The sides of a result: the long one is given, the ratio says the other. */
export function sizeOf(ratio: string, longEdge: number): Size {
  const value = ratioOf(ratio)
  const short = Math.max(1, Math.round(value >= 1 ? longEdge / value : longEdge * value))
  return value >= 1 ? { width: longEdge, height: short } : { width: short, height: longEdge }
}

/** A size times a factor, in whole px. */
export function scaled({ width, height }: Size, factor: number): Size {
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}

/** The largest size of a picture's own shape within another size. */
export function fitted(picture: Size, within: Size): Size {
  const factor = Math.min(within.width / picture.width, within.height / picture.height)
  return scaled(picture, factor)
}

/** The largest size of another shape within a picture. */
export function shapeWithin(picture: Size, shape: Size): Size {
  const { width, height } = fitted(shape, picture)
  return { width: Math.min(picture.width, width), height: Math.min(picture.height, height) }
}

/** A part of a picture around its middle; never more than there is. */
export function centered(picture: Size, size: Size): Region {
  const width = Math.min(picture.width, Math.max(1, size.width))
  const height = Math.min(picture.height, Math.max(1, size.height))
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) / 2),
  }
}

/** The same picture turned by a quarter. */
export function swapped({ width, height }: Size): Size {
  return { width: height, height: width }
}
