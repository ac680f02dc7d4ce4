import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { runSnippet, type SnippetReply } from './run-snippet.ts'

/** A worker whose script the test plays. */
class FakeWorker extends EventTarget {
  terminated = false
  posted: unknown[] = []
  onerror = null
  onmessage = null
  onmessageerror = null
  terminate = () => {
    this.terminated = true
  }
  postMessage = (job: unknown) => void this.posted.push(job)
  reply = (data: SnippetReply) => this.dispatchEvent(new MessageEvent('message', { data }))
}

const job = { code: 'return args', args: {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a snippet gets its arguments once its worker is loaded, and the worker is ended', async () => {
  const worker = new FakeWorker()
  const outcome = runSnippet(() => worker, job, 5)
  expect(worker.posted).toEqual([])
  worker.reply({ type: 'ready' })
  expect(worker.posted).toEqual([job])
  worker.reply({ type: 'done', text: '{}' })
  expect(await outcome).toEqual({ ok: true, text: '{}' })
  expect(worker.terminated).toBe(true)
})

test('a snippet that never ends is stopped after its time', async () => {
  const worker = new FakeWorker()
  const outcome = runSnippet(() => worker, job, 5)
  worker.reply({ type: 'ready' })
  vi.advanceTimersByTime(5000)
  expect(await outcome).toMatchObject({ ok: false, message: expect.stringContaining('5 s') })
  expect(worker.terminated).toBe(true)
})

test('a worker that could reach the network gets no code', async () => {
  const worker = new FakeWorker()
  const outcome = runSnippet(() => worker, job, 5)
  worker.reply({ type: 'unsealed' })
  expect(await outcome).toEqual({
    ok: false,
    isUnsealed: true,
    message: expect.stringContaining('needs the local service'),
  })
  expect(worker.posted).toEqual([])
  expect(worker.terminated).toBe(true)
})

test('a browser that starts no workers is said so', async () => {
  const outcome = await runSnippet(
    () => {
      throw new DOMException('refused', 'SecurityError')
    },
    job,
    5,
  )
  expect(outcome.ok).toBe(false)
})
