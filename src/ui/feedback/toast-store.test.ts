import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dismissReports, showToast, toastStore } from './toast-store.ts'

const texts = () => toastStore.getState().toasts.map(({ text }) => text)

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a report goes by itself, and what can be undone stays longer', () => {
  showToast('Loaded')
  showToast('Deleted', { label: 'Undo', run: () => undefined })
  vi.advanceTimersByTime(5_000)
  expect(texts()).toEqual(['Deleted'])
  vi.advanceTimersByTime(5_000)
  expect(texts()).toEqual([])
})

test('a report goes with the next act, and what can be undone stays', () => {
  showToast('Example loaded: Tools. Nothing was sent.')
  showToast('Deleted', { label: 'Undo', run: () => undefined })
  dismissReports()
  expect(texts()).toEqual(['Deleted'])
})
