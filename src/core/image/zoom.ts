/** Which part of a picture is seen in its frame. */
export interface Zoom {
  /** 1: the whole picture. */
  scale: number
  /** Where the left and upper edge of the picture are, in widths and heights of the frame: 0 or less. */
  x: number
  y: number
}

/** A place in the frame: 0 is left or above, 1 right or below. */
export interface Place {
  x: number
  y: number
}

/** The whole picture. */
export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }

/** Enough to see every pixel of a large picture. */
export const MAX_SCALE = 32

/** One step of a key or a button. */
export const ZOOM_STEP = 1.5

const MIDDLE: Place = { x: 0.5, y: 0.5 }

/** Enlarges or shrinks by a factor; what is at the place stays there, as far as the edges allow. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, at: Place = MIDDLE): Zoom {
  const next = Math.min(MAX_SCALE, Math.max(1, scale * factor))
  const by = next / scale
  return within({ scale: next, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by })
}

/** Moves the picture, in widths and heights of the frame, and never off its edges. */
export function panBy({ scale, x, y }: Zoom, right: number, down: number): Zoom {
  return within({ scale, x: x + right, y: y + down })
}

function within({ scale, x, y }: Zoom): Zoom {
  const clamp = (value: number) => Math.min(0, Math.max(1 - scale, value))
  return { scale, x: clamp(x), y: clamp(y) }
}

/** What a key does to the view; undefined for a key that does nothing to it. */
export function zoomByKey(zoom: Zoom, key: string): Zoom | undefined {
  const step = 0.1
  switch (key) {
    case '+':
    case '=':
      return zoomAt(zoom, ZOOM_STEP)
    case '-':
    case '_':
      return zoomAt(zoom, 1 / ZOOM_STEP)
    case '0':
      return WHOLE
    case 'ArrowLeft':
      return panBy(zoom, step, 0)
    case 'ArrowRight':
      return panBy(zoom, -step, 0)
    case 'ArrowUp':
      return panBy(zoom, 0, step)
    case 'ArrowDown':
      return panBy(zoom, 0, -step)
    default:
      return undefined
  }
}
