/** Why something could not be kept, as the end of a sentence. */
export function storageFault(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'there is no room left on this device for the page'
  return error instanceof Error ? error.message : 'no reason was given'
}
