import type { StreamError } from '../../../../contract/errors/error-body.ts'

/** An error after the first chunk: it can only be told inside the stream. */
export class StreamFailure extends Error {
  readonly event: StreamError

  constructor(error: StreamError['error']) {
    super(error.message)
    this.event = { error }
  }
}
