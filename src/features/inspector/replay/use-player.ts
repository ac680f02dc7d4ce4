import { useEffect, useState } from 'react'

import type { EventSequence } from '../../../core/client/exchanges/exchange.ts'

/** How many times faster than it came a stream is played. */
export type PlaySpeed = 1 | 4 | 16

interface Player {
  /** How many events have been played. */
  shown: number
  playing: boolean
  speed: PlaySpeed
  /** Goes to just after that many events and stays there. */
  goTo: (shown: number) => void
  /** Goes on from where it is, or from the beginning when it is at the end; or stops. */
  toggle: () => void
  setSpeed: (speed: PlaySpeed) => void
}

/** Plays the first `count` events in the time they took, or a part of it. Begins at the end. */
export function usePlayer(events: EventSequence, count: number): Player {
  const [position, setPosition] = useState<number>()
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<PlaySpeed>(1)
  const shown = Math.min(position ?? count, count)

  useEffect(() => {
    if (!playing) return undefined
    let frame = 0
    let at = shown
    let time = at === 0 ? 0 : (events.at(at - 1)?.at ?? 0)
    let before = performance.now()
    const tick = (now: number) => {
      time += Math.max(0, now - before) * speed
      before = now
      const start = at
      while (at < count && (events.at(at)?.at ?? Infinity) <= time) at += 1
      if (at !== start) setPosition(at)
      if (at >= count) setPlaying(false)
      else frame = requestAnimationFrame(tick)
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
    // `shown` is where it starts from; it must not start anew for each event that it plays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [playing, speed, events, count])

  return {
    shown,
    playing,
    speed,
    setSpeed,
    goTo: (next) => {
      setPlaying(false)
      setPosition(Math.max(0, Math.min(next, count)))
    },
    toggle: () => {
      if (!playing && shown >= count) setPosition(0)
      setPlaying(!playing)
    },
  }
}
