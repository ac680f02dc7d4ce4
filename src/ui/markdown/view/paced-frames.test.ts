import { afterEach, expect, test, vi } from 'vitest'

import { pacedFrames } from './markdown-view.ts'

afterEach(() => vi.unstubAllGlobals())

/** A screen whose frames are shown by hand; says at which ms a text that always has more is painted. */
function screen() {
  const waiting = new Map<number, FrameRequestCallback>()
  let count = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting.set((count += 1), callback)
    return count
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id))
  return {
    waiting,
    show: (nowMs: number) => {
      const callbacks = [...waiting.values()]
      waiting.clear()
      for (const callback of callbacks) callback(nowMs)
    },
  }
}

/** When a stream is painted in one second, ms, on a screen of so many frames a second. */
function paintsIn(hertz: number): number[] {
  const { show } = screen()
  const pace = pacedFrames()
  const paints: number[] = []
  let nowMs = 0
  const paint = () => {
    paints.push(nowMs)
    pace(paint)
  }
  pace(paint)
  for (let frame = 0; frame < hertz; frame += 1) {
    nowMs = (frame * 1000) / hertz
    show(nowMs)
  }
  return paints
}

test.for([
  [60, 30],
  [120, 40],
  [144, 36],
  [30, 30],
] as const)('a stream on a screen of %i frames a second is painted %i times', ([hertz, paints]) => {
  expect(paintsIn(hertz)).toHaveLength(paints)
})

test('the first text after a pause is painted in the next frame', () => {
  const { show } = screen()
  const pace = pacedFrames()
  const painted = vi.fn<() => void>()
  pace(painted)
  show(1000)
  pace(painted)
  show(1016)
  expect(painted).toHaveBeenCalledTimes(1)
  show(1033)
  expect(painted).toHaveBeenCalledTimes(2)
  pace(painted)
  show(1100)
  expect(painted).toHaveBeenCalledTimes(3)
})

test('what is canceled is not painted, also when it has waited for a frame', () => {
  const { show, waiting } = screen()
  const pace = pacedFrames()
  const painted = vi.fn<() => void>()
  pace(() => undefined)
  show(0)
  const cancel = pace(painted)
  show(16)
  cancel()
  expect(waiting.size).toBe(0)
  show(100)
  expect(painted).not.toHaveBeenCalled()
})
