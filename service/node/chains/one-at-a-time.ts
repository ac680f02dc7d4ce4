/** Runs jobs in the order they come, each after the one before has ended, however it ended. */
export function oneAtATime(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const next = last.then(job, job)
    last = next.catch(() => undefined)
    return next
  }
}
