import { afterEach, expect, it, vi } from 'vitest'

import { answerLock, liveAnswerIds } from './answer-lock.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('knows which answers a tab receives, of all that is locked', async () => {
  const held = [{ name: answerLock('one') }, { name: 'job:two' }]
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } })
  expect([...(await liveAnswerIds())]).toEqual(['one'])
})

it('knows of none where the browser refuses locks or has none', async () => {
  const refuse = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  for (const browser of [{ locks: { query: refuse } }, {}, undefined]) {
    vi.stubGlobal('navigator', browser)
    expect((await liveAnswerIds()).size).toBe(0)
  }
})
