import type { DBSchema } from 'idb'

import type { ExchangeBody } from '../../client/exchanges/exchange.ts'
import { advanceJob, isOpen, type Job, type JobEvent } from '../../jobs/job.ts'
import { allOrNothing } from '../db/all-or-nothing.ts'
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

const channel = createChannel<'changed'>('jobs')

/** Calls back after any job changed, in this tab or another. Returns the way to stop. */
export function subscribeJobs(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** Every job of this browser, the latest first. */
export async function listJobs(): Promise<Job[]> {
  const db = await jobDatabase()
  const all = await db.getAll('jobs')
  return all.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** Stores a new job and waits until it is on disk. Rejects when it can't be: then nothing may be sent. */
export async function addJob(job: Job): Promise<void> {
  const db = await jobDatabase()
  const transaction = db.transaction(['jobs', 'results'], 'readwrite', { durability: 'strict' })
  const jobs = transaction.objectStore('jobs')
  await allOrNothing(transaction, async () => {
    await jobs.add(job)
    const surplus = tooManyJobs(await jobs.getAll())
    await Promise.all(
      surplus.flatMap(({ id }) => [jobs.delete(id), transaction.objectStore('results').delete(id)]),
    )
  })
  channel.publish('changed')
}

/**
 * Moves a job on by an event, with its result, and waits until that is on disk. Undefined when the event
 * can't happen to it, for instance because another tab has ended it.
 */
export async function recordJob(
  id: string,
  event: JobEvent,
  result?: ExchangeBody,
): Promise<Job | undefined> {
  const db = await jobDatabase()
  const transaction = db.transaction(['jobs', 'results'], 'readwrite', { durability: 'strict' })
  const jobs = transaction.objectStore('jobs')
  const next = await allOrNothing(transaction, async () => {
    const current = await jobs.get(id)
    const advanced = current && advanceJob(current, event)
    if (advanced === undefined) return undefined
    await jobs.put(advanced)
    if (result !== undefined) await transaction.objectStore('results').put({ id, body: result })
    return advanced
  })
  if (next !== undefined) channel.publish('changed')
  return next
}

/** What a job returned; undefined where it is not stored. */
export async function readJobResult(id: string): Promise<ExchangeBody | undefined> {
  const db = await jobDatabase()
  const found = await db.get('results', id)
  return found?.body
}

/** Removes a job and its result from this browser. */
export async function deleteJob(id: string): Promise<void> {
  const db = await jobDatabase()
  const transaction = db.transaction(['jobs', 'results'], 'readwrite')
  await allOrNothing(transaction, () =>
    Promise.all([
      transaction.objectStore('jobs').delete(id),
      transaction.objectStore('results').delete(id),
    ]),
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
