import { expect, it } from 'vitest'

import { createRunningRequests } from './running-requests.ts'

it('waits for what is running, and for nothing else', async () => {
  const running = createRunningRequests()
  await running.drain(60_000)
  const {
    controller: { signal },
    done,
  } = running.begin()
  const drained = running.drain(60_000)
  done()
  await drained
  expect(signal.aborted).toBe(false)
})

it('tells what still runs after the grace to end, as a 503', async () => {
  const running = createRunningRequests()
  const {
    controller: { signal },
    done,
  } = running.begin()
  signal.addEventListener('abort', done)
  await running.drain(5)
  expect(signal.reason).toMatchObject({ status: 503, message: 'The service is stopping.' })
})
