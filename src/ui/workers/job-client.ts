import { createWorker } from '../worker-policy.ts'
import type { JobReply } from './worker-messages.ts'

export interface JobOptions {
  /** Told now and then how much is done, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined
}

/** Runs a job in a worker; rejects with an Error whose message says why there is no result. */
export type RunJob<Job, Result> = (job: Job, options?: JobOptions) => Promise<Result>

/** A worker without work is ended after this, ms: what it decoded must not stay in memory. */
const IDLE = 5000
/** A worker that says nothing for so long is taken for lost, ms. */
const SILENCE = 120_000

interface Pending<Result> {
  resolve: (result: Result) => void
  reject: (error: Error) => void
  onProgress: JobOptions['onProgress']
}

/** A client of a worker that answers jobs: started on the first one, ended when there are none. */
export function jobClient<Job, Result>(workerUrl: string): RunJob<Job, Result> {
  const pending = new Map<number, Pending<Result>>()
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  const end = (reason: string) => {
    clearTimeout(timer)
    worker?.terminate()
    worker = undefined
    const lost = [...pending.values()]
    pending.clear()
    for (const { reject } of lost) reject(new Error(reason))
  }
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => end('It took too long and was given up.'),
      pending.size === 0 ? IDLE : SILENCE,
    )
  }
  const start = (): Worker => {
    const started = createWorker(workerUrl)
    started.addEventListener('error', () => end('A background part of this page has failed.'))
    started.addEventListener('message', ({ data }: MessageEvent<JobReply<Result>>) => {
      const job = pending.get(data.id)
      if (data.type === 'progress') job?.onProgress?.(data.done)
      else {
        pending.delete(data.id)
        if (data.type === 'result') job?.resolve(data.result)
        else job?.reject(new Error(data.message))
      }
      watch()
    })
    return started
  }

  return (job, { onProgress } = {}) =>
    new Promise<Result>((resolve, reject) => {
      worker ??= start()
      lastId += 1
      pending.set(lastId, { resolve, reject, onProgress })
      worker.postMessage({ id: lastId, job })
      watch()
    })
}
