/** How far and how fast a sheet was dragged when the finger left it. */
interface Release {
  /** px from its place. */
  distance: number
  /** The whole way out, px. */
  size: number
  /** px per ms at the end; negative: back up. */
  velocity: number
}

/** A flick, px per ms. */
const FLICK = 0.5
/** Dragged this far, a sheet was meant to go. */
const SHARE = 0.35

/** Whether a sheet that was let go of closes; a flick counts more than the way, in both directions. */
export function closesOnRelease({ distance, size, velocity }: Release): boolean {
  if (Math.abs(velocity) > FLICK) return velocity > 0 && distance > 0
  return distance > SHARE * size
}

/** A drag as it goes on: where it began, and how fast it is. */
export interface Drag {
  from: number
  at: number
  atMs: number
  velocity: number
}

/** Takes one more place (px) and time (ms) of a drag into account. */
export function continueDrag(drag: Drag, at: number, atMs: number): Drag {
  const ms = atMs - drag.atMs
  if (ms <= 0) return { ...drag, at }
  const velocity = (at - drag.at) / ms
  // The last few moves together: one alone is as jumpy as a finger.
  return { ...drag, at, atMs, velocity: 0.4 * drag.velocity + 0.6 * velocity }
}
