import { localText } from './browser-storage.ts'

/** How much this page keeps, in bytes, as far as the browser says. */
export interface StorageState {
  usedBytes?: number
  quotaBytes?: number
  /** Whether the browser may not clear it by itself. Undefined: it does not say. */
  persisted?: boolean
}

/** What the browser says about the room this page has. Never rejects. */
export async function readStorageState(): Promise<StorageState> {
  const storage: StorageManager | undefined = navigator.storage
  const estimate = await storage?.estimate?.().catch(() => undefined)
  const persisted = await storage?.persisted?.().catch(() => undefined)
  return {
    ...(estimate?.usage === undefined ? {} : { usedBytes: estimate.usage }),
    ...(estimate?.quota === undefined ? {} : { quotaBytes: estimate.quota }),
    ...(persisted === undefined ? {} : { persisted }),
  }
}

/** Asks the browser not to clear what is kept; gives its answer. */
export async function requestPersistence(): Promise<boolean> {
  const granted = await navigator.storage?.persist?.().catch(() => false)
  return granted ?? false
}

const ASKED = 'playground.persistence-asked'

/**
 * Asks once in a browser's life, when there is something to lose: some browsers show a question, and
 * a question at the first visit means nothing to anyone.
 */
export async function requestPersistenceOnce(): Promise<void> {
  if (localText.load(ASKED) !== undefined || !localText.save(ASKED, '1')) return
  if ((await readStorageState()).persisted !== true) await requestPersistence()
}
