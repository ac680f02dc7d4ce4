import type { WritableType } from './picture-type.ts'

/** Sides, px. */
export interface Size {
  width: number
  height: number
}

/** How the pixels of a picture are changed. Without any member they stay as they are. */
export interface PictureLayout {
  /** Longest side afterwards at most; a smaller picture is not enlarged. */
  maxSide?: number
  /** Pixels afterwards at most. */
  maxPixels?: number
  /** Shortest side afterwards at least; the picture is enlarged. */
  minSide?: number
  /** Shortest side afterwards at least; the picture keeps its pixels and gets a border. */
  padTo?: number
}

/** How a picture is written anew: upright, and without any metadata. */
export interface PictureChange extends PictureLayout {
  type: WritableType
  /** 0 to 1, of JPEG and WebP; 0.92 when not given. */
  quality?: number
  /** The file must be smaller than this, bytes; quality and then sides are lowered for it. */
  maxBytes?: number
}

/** Where a picture is drawn on a canvas, px. */
export interface Placement {
  canvas: Size
  x: number
  y: number
  width: number
  height: number
}

/** The canvas and the place on it for a picture of a size, in its own proportions. */
export function placePicture(size: Size, layout: PictureLayout): Placement {
  const { width, height } = scaled(size, scaleFor(size, layout))
  const padTo = layout.padTo ?? 0
  const canvas = { width: Math.max(width, padTo), height: Math.max(height, padTo) }
  return {
    canvas,
    x: Math.floor((canvas.width - width) / 2),
    y: Math.floor((canvas.height - height) / 2),
    width,
    height,
  }
}

function scaleFor({ width, height }: Size, { maxSide, maxPixels, minSide }: PictureLayout): number {
  const grow = minSide === undefined ? 1 : Math.max(1, minSide / Math.min(width, height))
  const bySide = maxSide === undefined ? Infinity : maxSide / Math.max(width, height)
  const byPixels = maxPixels === undefined ? Infinity : Math.sqrt(maxPixels / (width * height))
  return Math.min(grow, bySide, byPixels)
}

function scaled({ width, height }: Size, scale: number): Size {
  // Down for smaller, up for larger: a limit is kept to the pixel.
  const round = (side: number) =>
    Math.max(1, scale < 1 ? Math.floor(side * scale + 1e-9) : Math.ceil(side * scale - 1e-9))
  return { width: round(width), height: round(height) }
}
