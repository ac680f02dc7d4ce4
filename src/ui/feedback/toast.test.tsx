import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dismissToast, dismissToasts, pauseToasts, showToast, toastStore } from './toast.tsx'

const texts = () => toastStore.getState().toasts.map(({ text }) => text)
const undo = { label: 'Undo', run: () => undefined }

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  pauseToasts(false)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a report goes by itself after three seconds, and what can be undone stays longer', () => {
  showToast('Loaded')
  showToast('Deleted', undo)
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual(['Deleted'])
  vi.advanceTimersByTime(5_000)
  expect(texts()).toEqual([])
})

test('a report goes with the next act, and what can be undone stays', () => {
  showToast('Example loaded: Tools. Nothing was sent.')
  showToast('Deleted', undo)
  dismissToasts('any')
  expect(texts()).toEqual(['Deleted'])
})

test('all go once something is sent or another screen is shown', () => {
  showToast('Loaded')
  showToast('Deleted', undo)
  dismissToasts('moving on')
  expect(texts()).toEqual([])
})

test('nothing goes by itself while someone points at it', () => {
  showToast('Deleted', undo)
  pauseToasts(true)
  showToast('Loaded')
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Deleted', 'Loaded'])
  pauseToasts(false)
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual(['Deleted'])
})

test('the next toast goes by itself again after the one that was pointed at was pressed', () => {
  showToast('Deleted', undo)
  pauseToasts(true)
  dismissToast(toastStore.getState().toasts[0]?.id ?? 0)
  showToast('Restored')
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual([])
})

test('the same report twice is one', () => {
  showToast('Loaded')
  showToast('Loaded')
  expect(texts()).toEqual(['Loaded'])
})
