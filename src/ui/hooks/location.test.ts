import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { navigate } from './location.tsx'

const entries: string[] = []

beforeEach(() => {
  entries.length = 0
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, to: string) => void entries.push(to),
    replaceState: (_: unknown, __: string, to: string) => void entries.splice(-1, 1, to),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a new place is a new entry of the history, unless it replaces the one before', () => {
  navigate('/chat')
  navigate('/image?model=x')
  navigate('/image', { replace: true })
  expect(entries).toEqual(['/chat', '/image'])
})
