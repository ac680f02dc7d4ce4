import { errorCode } from './errors.ts'

/** A database or counter store does not answer, or its disk is full; it may soon work again. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    const code = errorCode(cause)
    super(`The ${what} cannot be used${code && ` (${code})`}.`, { cause })
  }
}
