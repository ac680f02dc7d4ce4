import type { StoreApi } from 'zustand/vanilla'

import type { RunState } from './runs.ts'

/** A frame of the icon stands this long, ms. */
const FRAME = 250

/** The bars of the mark: place, top, width and height. */
const BARS = [
  [14, 16, 9, 32],
  [28, 25, 8, 23],
  [41, 16, 9, 32],
] as const

/**
 * Makes the page's icon tick while a response is coming, and puts it back at the end. An icon that may
 * not move only shows that something is coming. Returns how to end it.
 */
export function tickIcon(
  runs: StoreApi<RunState>,
  icon: { href: string },
  mayMove: () => boolean,
): () => void {
  const still = icon.href
  let timer: ReturnType<typeof setInterval> | undefined
  let isTicking = false

  const stop = () => {
    clearInterval(timer)
    if (isTicking) icon.href = still
    isTicking = false
  }
  const follow = ({ live }: RunState) => {
    const streams = Object.keys(live).length > 0
    if (streams === isTicking) return
    if (!streams) return stop()
    isTicking = true
    let frame = 0
    const draw = () => {
      icon.href = iconOf(frame)
      frame += 1
    }
    draw()
    if (mayMove()) timer = setInterval(draw, FRAME)
  }
  follow(runs.getState())
  const unsubscribe = runs.subscribe(follow)
  return () => {
    unsubscribe()
    stop()
  }
}

/** The mark with one bar lit, as a data URL. */
function iconOf(frame: number): string {
  const bars = BARS.map(
    ([x, y, width, height], at) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="#fff" opacity="${frame % BARS.length === at ? 1 : 0.35}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#3f49c4"/>${bars.join('')}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
