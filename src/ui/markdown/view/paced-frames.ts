/** Runs a callback before a later paint; returns the way to cancel it. */
export type Scheduler = (callback: () => void) => () => void

/** Time between two paints of a text that streams, ms: every second frame of most screens. */
const PACE_MS = 24

/** Runs a callback before the next paint. */
export function animationFrame(callback: () => void): () => void {
  const id = requestAnimationFrame(callback)
  return () => cancelAnimationFrame(id)
}

/**
 * Frames for a text that streams: the first after a pause is the next one, and between two is the time
 * of a frame. What a token costs is mostly style, layout and paint of the frame in which it is shown,
 * and nobody reads 60 times a second.
 */
export function pacedFrames(): Scheduler {
  let lastMs = -Infinity
  return (callback) => {
    const frame = (nowMs: number) => {
      if (nowMs - lastMs < PACE_MS) {
        id = requestAnimationFrame(frame)
        return
      }
      lastMs = nowMs
      callback()
    }
    let id = requestAnimationFrame(frame)
    return () => cancelAnimationFrame(id)
  }
}
