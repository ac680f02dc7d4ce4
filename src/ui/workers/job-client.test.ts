import { expect, test, vi } from 'vitest'

import { fakeWorkers } from '../testing/fake-workers.ts'
import { jobClient, type JobMessage, type JobReply } from './job-client.ts'

/** Begins every job and ends all but "slow", "crash" and "mute" ones. */
const workers = fakeWorkers<JobMessage<string>>((worker, { job }) => {
  const reply = (data: JobReply<string>) => worker.reply(data)
  if (job === 'mute') return
  reply({ type: 'begun' })
  if (job === 'slow') return
  if (job === 'crash') worker.crash()
  else if (job === 'refuse') reply({ type: 'failed', message: 'No.' })
  else reply({ type: 'result', result: job.toUpperCase() })
})

const client = () =>
  jobClient<string, string>('/assets/encoding.worker-AAAAAAAA.js', {
    silence: 3000,
    words: 'Too long.',
  })
const reasonOf = (job: Promise<string>) =>
  job.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : undefined),
  )
const terminated = () => workers.map((worker) => worker.terminated)

test('a job that never ends is ended, and takes no other with it', async () => {
  const run = client()
  const slow = reasonOf(run('slow'))
  const quick = run('a')
  await vi.advanceTimersByTimeAsync(2999)
  expect(terminated()).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect(await slow).toBe('Too long.')
  expect(await quick).toBe('A')
  expect(terminated()).toEqual([true, false])
})

test('loading is not counted as work, and has an end of its own', async () => {
  const run = client()
  const mute = reasonOf(run('mute'))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(terminated()).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect(await mute).toContain("Couldn't load")
})

test('what a worker refuses or dies of is told, and the next job has a worker', async () => {
  const run = client()
  await expect(run('refuse')).rejects.toThrow('No.')
  await expect(run('crash')).rejects.toThrow('worker failed')
  expect(await run('b')).toBe('B')
  expect(terminated()).toEqual([true, false])
})

test('a worker without work is ended, and one with work is not', async () => {
  const run = client()
  await run('a')
  await vi.advanceTimersByTimeAsync(4999)
  await run('b')
  await vi.advanceTimersByTimeAsync(4999)
  expect(terminated()).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect(terminated()).toEqual([true])
})
