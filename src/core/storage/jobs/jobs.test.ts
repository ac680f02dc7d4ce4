import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'

import { defaultKind, type Job } from '../../jobs/job-kind.ts'
import {
  addJob,
  changeJob,
  deleteJob,
  listJobs,
  MAX_JOBS,
  MAX_TOTAL_BYTES,
  readJobResult,
  subscribeJobs,
  tooManyJobs,
} from './jobs.ts'

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  kind: defaultKind('/video/queue'),
  connection: { id: 'local', name: 'Local' },
  call: { path: '/video/queue' },
  sendsKey: true,
  createdAt: 1,
  state: 'intended',
  polls: 0,
  refusals: 0,
  nextAt: 0,
  ...change,
})

describe('stored jobs', () => {
  beforeEach(async () => {
    for (const { id } of await listJobs()) await deleteJob(id)
  })

  it('go from step to step with their results, the latest first', async () => {
    let changes = 0
    const stop = subscribeJobs(() => {
      changes += 1
    })
    await addJob(job('a'))
    await addJob(job('b', { createdAt: 2 }))
    await changeJob('a', (now) => ({ ...now, state: 'submitted', remoteId: 'r' }))
    const body = { kind: 'json' as const, value: { x: 1 }, bytes: 7 }
    const end = (now: Job): Job | undefined =>
      now.state === 'submitted' ? { ...now, state: 'done', resultBytes: 7 } : undefined
    await changeJob('a', end, body)
    stop()
    expect(changes).toBe(4)
    expect((await listJobs()).map(({ id, state }) => [id, state])).toEqual([
      ['b', 'intended'],
      ['a', 'done'],
    ])
    expect(await readJobResult('a')).toEqual(body)
    expect(await changeJob('a', end)).toBeUndefined()
    expect(await changeJob('none', end)).toBeUndefined()
    await deleteJob('a')
    expect(await readJobResult('a')).toBeUndefined()
  })

  it('are never stored twice under one ID', async () => {
    await addJob(job('a'))
    await expect(addJob(job('a'))).rejects.toThrow('Abort')
  })

  it('make room by the oldest that ended, by count and by size; those that go on stay', () => {
    const ended = (index: number, resultBytes = 1) =>
      job(`e${index}`, { state: 'done', createdAt: index, resultBytes })
    const open = job('open', { state: 'running', createdAt: -1 })
    const many = Array.from({ length: MAX_JOBS + 2 }, (_, index) => ended(index))
    expect(tooManyJobs([open, ...many]).map(({ id }) => id)).toEqual(['e1', 'e0'])
    const large = [ended(3, MAX_TOTAL_BYTES - 1), ended(2), ended(1)]
    expect(tooManyJobs(large).map(({ id }) => id)).toEqual(['e1'])
  })
})
