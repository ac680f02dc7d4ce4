import type { Chat } from '../chat.ts'
import type { ConversationStorage } from '../world.ts'

/**
 * Subscribes to the storage once its code is there; where it cannot be fetched there is nothing to
 * hear of it. Returns the way to stop, before that or after.
 */
export function whenStorageLoads(
  { world }: Chat,
  subscribe: (storage: ConversationStorage) => readonly (() => void)[],
): () => void {
  let isStopped = false
  let stops: readonly (() => void)[] = []
  world.loadStorage().then(
    (storage) => {
      if (!isStopped) stops = subscribe(storage)
    },
    () => undefined,
  )
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
