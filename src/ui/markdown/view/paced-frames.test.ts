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

/** When a stream is painted in one second, ms, on a screen of so many frames a second; the frame after a paint may come late. */
function paintsIn(hertz: number, lateMs = 0): number[] {
  const { show } = screen()
  const pace = pacedFrames()
  const paints: number[] = []
  let nowMs = 0
  let isPainted = false
  const paint = () => {
    paints.push(nowMs)
    isPainted = true
    pace(paint)
  }
  pace(paint)
  while (nowMs < 999) {
    isPainted = false
    show(nowMs)
    nowMs += 1000 / hertz + (isPainted ? lateMs : 0)
  }
  return paints
}

test.for([
  [60, 20],
  [120, 24],
  [144, 24],
  [30, 15],
] as const)('a stream on a screen of %i frames a second is painted %i times', ([hertz, paints]) => {
  expect(paintsIn(hertz)).toHaveLength(paints)
})

test('where frames come late after a paint, a stream is painted less often', () => {
  const gaps = paintsIn(60, 1000 / 60).map((at, index, all) => at - (all[index - 1] ?? 0))
  expect(gaps.slice(1, 3).map(Math.round)).toEqual([50, 67])
  expect(new Set(gaps.slice(2).map(Math.round))).toEqual(new Set([67]))
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
  show(1050)
  expect(painted).toHaveBeenCalledTimes(2)
  show(1066)
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
