import { decryptedEvent } from '../client/e2ee/decrypted-events.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** Whether the messages of a request were encrypted in the page. */
export function isEncrypted({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers.some(([name]) => /-tee-model-pub-key$/i.test(name))
}

/** What can be read of the answer to an encrypted request, as a sentence; undefined for any other. */
export function encryptionText(exchange: Pick<Exchange, 'request' | 'events'>): string | undefined {
  if (!isEncrypted(exchange)) return undefined
  if (exchange.events.length === 0) return 'End-to-end encrypted: messages are shown as sent.'
  return isOpenedHere(exchange)
    ? 'End-to-end encrypted. Events marked “decrypted” are in memory only and never exported.'
    : 'End-to-end encrypted. The key is gone with the page that sent the request.'
}

/** Whether this page opened any event of an exchange, and still holds what was in it. */
export function isOpenedHere({ events }: Pick<Exchange, 'events'>): boolean {
  return [...events].some((event) => decryptedEvent(event) !== undefined)
}
