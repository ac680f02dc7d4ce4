import { afterEach, expect, it, vi } from 'vitest'

import { acquireAnswerLock, liveAnswerIds, whenAnswerEnds } from './answer-lock.ts'

const rejected: unknown[] = []
const onRejection = (reason: unknown) => rejected.push(reason)

afterEach(() => {
  vi.unstubAllGlobals()
})

it('goes on as without locks where the browser refuses them', async () => {
  process.on('unhandledRejection', onRejection)
  const refuse = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  const locks = { request: refuse, query: refuse }
  vi.stubGlobal('navigator', { locks })
  acquireAnswerLock(locks, 'one', Promise.resolve())
  expect((await liveAnswerIds()).size).toBe(0)
  await whenAnswerEnds(locks, 'one')
  // Node says of a rejection that nobody handles once the queue of microtasks is empty.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', onRejection)
  expect(rejected).toEqual([])
})

it('needs no locks at all', async () => {
  vi.stubGlobal('navigator', {})
  acquireAnswerLock(
    undefined,
    'one',
    Promise.reject(new Error('nobody waits for it')).catch(() => undefined),
  )
  expect((await liveAnswerIds()).size).toBe(0)
  await whenAnswerEnds(undefined, 'one')
  vi.stubGlobal('navigator', undefined)
  expect((await liveAnswerIds()).size).toBe(0)
})
