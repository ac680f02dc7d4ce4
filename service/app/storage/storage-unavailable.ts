/** A database or counter store does not answer, or its disk is full; it may soon work again. */
export class StorageUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    super(`The ${what} cannot be used${codeOf(cause)}.`, { cause })
  }
}

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return code === '' ? '' : ` (${code})`
}
