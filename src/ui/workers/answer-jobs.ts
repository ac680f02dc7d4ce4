import type { JobMessage, JobReply } from './worker-messages.ts'

/**
 * Makes this worker answer jobs, one after the other. What `work` throws is told to the page, which
 * waits for it.
 */
export function answerJobs<Job, Result>(
  work: (job: Job, progress: (done: number) => void) => Promise<Result>,
): void {
  const say = (reply: JobReply<Result>) => globalThis.postMessage(reply)
  let queue: Promise<void> = Promise.resolve()
  globalThis.addEventListener('message', ({ data: { id, job } }: MessageEvent<JobMessage<Job>>) => {
    queue = queue.then(async () => {
      try {
        const result = await work(job, (done) => say({ id, type: 'progress', done }))
        say({ id, type: 'result', result })
      } catch (error) {
        say({ id, type: 'failed', message: error instanceof Error ? error.message : String(error) })
      }
    })
  })
}
