/** What the page sends to a worker of jobs. */
export interface JobMessage<Job> {
  id: number
  job: Job
}

/** What a worker of jobs sends back: how far it is (0 to 1), then the result or the reason of none. */
export type JobReply<Result> =
  | { id: number; type: 'progress'; done: number }
  | { id: number; type: 'result'; result: Result }
  | { id: number; type: 'failed'; message: string }
