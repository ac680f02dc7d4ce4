import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { ChatRun } from '../../client/chat-completion.ts'
import { releaseRun, trackRun, type RunState } from './runs.ts'
import { tickIcon } from './streaming-icon.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run: ChatRun = {
  answer: createStore(() => emptyAnswer),
  quiet: createStore(() => false),
  queued: createStore(() => false),
  done: Promise.resolve(emptyAnswer),
  stop: () => {},
  exchangeId: () => undefined,
  closed: () => undefined,
}

const STILL = 'http://127.0.0.1/icon.svg'

function ticking(mayMove = true) {
  const runs = createStore<RunState>(() => ({ live: {} }))
  const icon = { href: STILL }
  const stop = tickIcon(runs, icon, () => mayMove)
  return { runs, icon, stop, start: (id: string) => trackRun(runs, id, run) }
}

test('behavior: the icon ticks while something streams, and stands still afterwards', () => {
  const { runs, icon, start } = ticking()
  expect(vi.getTimerCount()).toBe(0)
  start('one')
  start('two')
  const seen = new Set<string>()
  for (let frame = 0; frame < 6; frame += 1) {
    seen.add(icon.href)
    vi.advanceTimersByTime(250)
  }
  expect(seen.size).toBe(3)
  releaseRun(runs, 'one')
  expect(icon.href).toMatch(/^data:image\/svg\+xml,/)
  releaseRun(runs, 'two')
  expect(icon.href).toBe(STILL)
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: with reduced motion it only shows that something is coming', () => {
  const { runs, icon, start } = ticking(false)
  start('one')
  expect(icon.href).not.toBe(STILL)
  expect(vi.getTimerCount()).toBe(0)
  releaseRun(runs, 'one')
  expect(icon.href).toBe(STILL)
})

test('what ends it puts the icon back and follows nothing any more', () => {
  const { icon, start, stop } = ticking()
  start('one')
  stop()
  expect(icon.href).toBe(STILL)
  start('two')
  expect(icon.href).toBe(STILL)
  expect(vi.getTimerCount()).toBe(0)
})

test('what streams already is shown at once', () => {
  const runs = createStore<RunState>(() => ({ live: { one: run } }))
  const icon = { href: STILL }
  tickIcon(runs, icon, () => false)
  expect(icon.href).not.toBe(STILL)
})
