import type { Balance } from '../money/ledger.ts'

/** Something that was queued and paid for, and is ready after a while. */
export interface QueuedJob {
  id: string
  owner: string
  model: string
  prompt: string
  /** Unix ms. */
  createdAt: number
  /** How long it takes, ms. */
  takesMs: number
  /** The request that queued it, and what was taken for that. */
  requestId: string
  paid: Balance
}

/** The most jobs that are kept; the oldest goes first. */
const MAX_JOBS = 10_000

/** Jobs that nobody completed are forgotten after this long, ms. */
const KEPT_MS = 24 * 3_600_000

/** Jobs of one process, in memory: a restart forgets them. */
export function createQueuedJobs() {
  const jobs = new Map<string, QueuedJob>()
  const byKey = new Map<string, { at: number; job: Promise<QueuedJob> }>()
  const forgetOld = () => {
    for (const [id, { createdAt }] of jobs) {
      if (jobs.size <= MAX_JOBS && createdAt > Date.now() - KEPT_MS) break
      jobs.delete(id)
    }
    for (const [key, { at }] of byKey) {
      if (byKey.size <= MAX_JOBS && at > Date.now() - KEPT_MS) break
      byKey.delete(key)
    }
  }
  const add = async (make: () => Promise<QueuedJob>) => {
    const job = await make()
    jobs.set(job.id, job)
    forgetOld()
    return job
  }
  /** A job of this owner; undefined for those of others. */
  const find = (owner: string, id: string) => {
    const job = jobs.get(id)
    return job?.owner === owner ? job : undefined
  }
  return {
    /**
     * The job of an owner's key; the first call of a key makes it, and later ones get the same. Without a
     * key each call makes one.
     */
    once: (owner: string, key: string | undefined, make: () => Promise<QueuedJob>) => {
      if (key === undefined) return add(make)
      const name = JSON.stringify([owner, key])
      const known = byKey.get(name)
      if (known !== undefined) return known.job
      const job = add(make)
      byKey.set(name, { at: Date.now(), job })
      // What was refused was not queued: the same key may try again.
      job.catch(() => byKey.delete(name))
      return job
    },
    find,
    /** Forgets a job; false when there is none. */
    remove: (owner: string, id: string) => find(owner, id) !== undefined && jobs.delete(id),
  }
}
