import type { JobMessage, JobReply } from './job-client.ts'

/** Has this worker answer jobs, one at a time. What `work` throws is told to the page. */
export function answerJobs<Job, Result>(
  work: (job: Job, progress: (done: number) => void) => Result | Promise<Result>,
): void {
  const say = (reply: JobReply<Result>) => globalThis.postMessage(reply)
  const answer = async (job: Job) => {
    say({ type: 'begun' })
    try {
      const result = await work(job, (done) => say({ type: 'progress', done }))
      say({ type: 'result', result })
    } catch (error) {
      say({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }
  globalThis.addEventListener('message', ({ data }: MessageEvent<JobMessage<Job>>) => {
    void answer(data.job)
  })
}
