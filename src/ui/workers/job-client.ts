import { createWorker } from '../worker-policy.ts'

export interface JobOptions {
  /** Told now and then how much is done, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined
}

type RunJob<Job, Result> = (job: Job, options?: JobOptions) => Promise<Result>

interface Patience {
  /** A job that has begun and then says nothing for so long is ended, ms. */
  silence: number
  words: string
  /** A worker without work is ended after this, ms: what it decoded must not stay in memory. */
  idle?: number
}

/** A worker that has not begun by then could not be loaded, ms. */
const LOADING = 30_000

const UNLOADED = "Couldn't load a background worker."
const FAILED = 'A background worker failed.'

const patient: Patience = { silence: 120_000, words: 'It timed out.' }

/**
 * A client of a worker that answers jobs: started on the first one, ended when there are none. Jobs
 * have their turns one after the other, and one that must be ended takes no other with it.
 * @example
 * const search = jobClient<SearchJob, SearchResult>(workerUrl)
 * const result = await search({ words }, { signal })
 */
export function jobClient<Job, Result>(
  workerUrl: string,
  { silence, words, idle = 5000 }: Patience = patient,
): RunJob<Job, Result> {
  let worker: Worker | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const end = () => {
    worker?.terminate()
    worker = undefined
  }
  const run = (job: Job, { onProgress }: JobOptions) =>
    new Promise<Result>((resolve, reject) => {
      const current = (worker ??= createWorker(workerUrl))
      // What cannot be cloned is refused here, before anything waits for it.
      current.postMessage({ job })
      clearTimeout(resting)
      const listening = new AbortController()
      const { signal } = listening
      let timer = setTimeout(() => fail(UNLOADED), LOADING)
      const settle = () => {
        clearTimeout(timer)
        listening.abort()
      }
      const fail = (reason: string) => {
        settle()
        end()
        reject(new Error(reason))
      }
      const wait = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => fail(words), ms)
      }
      const hear = ({ data }: MessageEvent<JobReply<Result>>) => {
        if (data.type === 'begun' || data.type === 'progress') {
          if (data.type === 'progress') onProgress?.(data.done)
          return wait(silence)
        }
        settle()
        resting = setTimeout(end, idle)
        if (data.type === 'result') resolve(data.result)
        else reject(new Error(data.message))
      }
      current.addEventListener('message', hear, { signal })
      current.addEventListener('error', () => fail(FAILED), { signal })
    })

  return (job, options = {}) => {
    const result = turn.then(() => run(job, options))
    turn = result.catch(() => undefined)
    return result
  }
}

/** What the page sends to a worker of jobs. */
export interface JobMessage<Job> {
  job: Job
}

/** That it has begun, how far it is (0 to 1), then the result or the reason of none. */
export type JobReply<Result> =
  | { type: 'begun' }
  | { type: 'progress'; done: number }
  | { type: 'result'; result: Result }
  | { type: 'failed'; message: string }
