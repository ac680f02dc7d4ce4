import { decryptedEvent } from '../client/e2ee/decrypted-events.ts'
import { hasPlainText } from '../client/e2ee/plain-text.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** Whether the user and system messages of a request were encrypted in the page. */
export function isEncrypted({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers.some(([name]) => /-tee-model-pub-key$/i.test(name))
}

/** What of an exchange says whether its response was encrypted. */
export type EncryptedExchange = Pick<Exchange, 'request' | 'events'> &
  Partial<Pick<Exchange, 'providerName' | 'body' | 'outcome'>>

/** What can be read of an encrypted request, or of its response, as a sentence; undefined for any other. */
export function encryptionText(exchange: EncryptedExchange): string | undefined {
  if (!isEncrypted(exchange)) return undefined
  // While it arrives, the first plain text ends it.
  if (exchange.outcome !== 'open' && hasPlainText(exchange))
    return 'Not end-to-end encrypted: part of this response came as plain text.'
  if (exchange.events.length === 0)
    return 'User and system messages are end-to-end encrypted, shown as sent.'
  return isOpenedHere(exchange)
    ? 'End-to-end encrypted. Events marked “decrypted” are in memory only and never exported.'
    : 'End-to-end encrypted. The key is gone with the page that sent the request.'
}

/** Whether this page opened any event of an exchange, and still holds what was in it. */
export function isOpenedHere({ events }: Pick<Exchange, 'events'>): boolean {
  return [...events].some((event) => decryptedEvent(event) !== undefined)
}
