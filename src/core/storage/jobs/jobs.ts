import type { DBSchema } from 'idb'

import type { ExchangeBody } from '../../client/exchanges/exchange.ts'
import { isOpen, type Job } from '../../jobs/job-kind.ts'
import { createChannel } from '../db/channel.ts'
import { databaseOpener } from '../db/open-database.ts'

interface JobSchema extends DBSchema {
  jobs: { key: string; value: Job }
  results: { key: string; value: { id: string; body: ExchangeBody } }
}

/** A larger result is not stored, bytes. */
export const MAX_RESULT_BYTES = 256 * 1024 * 1024

/** The most that is stored of jobs that ended: jobs, and bytes of results. The oldest go first. */
export const MAX_JOBS = 300
export const MAX_TOTAL_BYTES = 1024 * 1024 * 1024

const jobDatabase = databaseOpener<JobSchema>('vendor-playground-jobs', 1, (db) => {
  db.createObjectStore('jobs', { keyPath: 'id' })
  db.createObjectStore('results', { keyPath: 'id' })
})

const STORES = ['jobs', 'results'] as const

const channel = createChannel<'changed'>('jobs')

/** Calls back after any job changed, in this tab or another. Returns the way to stop. */
export function subscribeJobs(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** Every job of this browser, the latest first. */
export async function listJobs(): Promise<Job[]> {
  const all = await (await jobDatabase()).getAll('jobs')
  return all.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** Stores a new job and waits until it is on disk. Rejects when it can't be: then nothing may be sent. */
export async function addJob(job: Job): Promise<void> {
  await jobDatabase.writeToDisk(STORES, async ([jobs, results]) => {
    await jobs.add(job)
    const surplus = tooManyJobs(await jobs.getAll())
    await Promise.all(surplus.flatMap(({ id }) => [jobs.delete(id), results.delete(id)]))
  })
  channel.publish('changed')
}

/**
 * Stores what a job becomes, with its result, and waits until it is on disk. Undefined where that can't happen to
 * it as it is by now, for instance because another tab has ended it.
 */
export async function changeJob(
  id: string,
  next: (job: Job) => Job | undefined,
  result?: ExchangeBody,
): Promise<Job | undefined> {
  const changed = await jobDatabase.writeToDisk(STORES, async ([jobs, results]) => {
    const current = await jobs.get(id)
    const job = current && next(current)
    if (job !== undefined) await jobs.put(job)
    if (job !== undefined && result !== undefined) await results.put({ id, body: result })
    return job
  })
  if (changed !== undefined) channel.publish('changed')
  return changed
}

/** What a job returned; undefined where it is not stored. */
export async function readJobResult(id: string): Promise<ExchangeBody | undefined> {
  return (await (await jobDatabase()).get('results', id))?.body
}

/** Removes a job and its result from this browser. */
export async function deleteJob(id: string): Promise<void> {
  await jobDatabase.write(STORES, ([jobs, results]) =>
    Promise.all([jobs.delete(id), results.delete(id)]),
  )
  channel.publish('changed')
}

/** The oldest jobs that ended, beyond what is stored; one that goes on is never among them. */
export function tooManyJobs(all: readonly Job[]): Job[] {
  let bytes = 0
  let count = 0
  return all
    .filter((job) => !isOpen(job))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .filter(({ resultBytes = 0 }) => {
      bytes += resultBytes
      count += 1
      return count > MAX_JOBS || bytes > MAX_TOTAL_BYTES
    })
}
