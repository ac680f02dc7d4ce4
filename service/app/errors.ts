/** The code of a failed call of the system or of a driver, such as `ECONNREFUSED`; '' without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A database or counter store does not answer, or its disk is full; it may soon work again. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    const code = errorCode(cause)
    super(`The ${what} cannot be used${code && ` (${code})`}.`, { cause })
  }
}
