/** Why something could not be kept, as the end of a sentence. */
export function storageFault(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'the disk is full'
  return error instanceof Error ? error.message : 'unknown error'
}
