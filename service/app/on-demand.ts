/**
 * Loads something when it is first asked for, once; again after it could not be loaded.
 * @example
 * const enclave = onDemand(async () => (await import('./enclave.ts')).createEnclave())
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
