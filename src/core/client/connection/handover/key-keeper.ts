/** How long keys wait for the page to come back, ms. */
const KEEP_MS = 2 * 60_000

/** What a page asks: to keep keys under a token, or to have them back. */
export type KeeperMessage = { keep: string; keys: unknown } | { take: string }

interface KeyKeeper {
  /**
   * Answers a page. The promise ends once nothing is kept for it any more, so that the service worker lives
   * as long; for anything that is no message of a page, at once.
   */
  receive: (message: unknown, reply: (answer: unknown) => void) => Promise<void>
}

/**
 * Keeps keys over a load of the page, in memory only: under a token that the page made for this one load,
 * once, and for two minutes at most.
 */
export function createKeyKeeper(): KeyKeeper {
  const kept = new Map<string, { keys: unknown; forget: () => void }>()
  return {
    async receive(message, reply) {
      if (!isMessage(message)) return
      if ('take' in message) {
        const found = kept.get(message.take)
        found?.forget()
        reply(found?.keys)
        return
      }
      const { keep: token, keys } = message
      await new Promise<void>((resolve) => {
        const forget = () => {
          clearTimeout(timer)
          kept.delete(token)
          resolve()
        }
        const timer = setTimeout(forget, KEEP_MS)
        kept.set(token, { keys, forget })
        reply(true)
      })
    },
  }
}

function isMessage(value: unknown): value is KeeperMessage {
  if (typeof value !== 'object' || value === null) return false
  const token: unknown = 'keep' in value ? value.keep : 'take' in value ? value.take : undefined
  return typeof token === 'string'
}
