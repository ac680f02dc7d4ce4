/** What the page sends to a worker of jobs. */
export interface JobMessage<Job> {
  job: Job
}

/**
 * What a worker of jobs sends back: that it has begun, how far it is (0 to 1), then the result or the
 * reason of none.
 */
export type JobReply<Result> =
  | { type: 'begun' }
  | { type: 'progress'; done: number }
  | { type: 'result'; result: Result }
  | { type: 'failed'; message: string }
