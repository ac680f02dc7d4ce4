import { decryptedEvent } from '../client/e2ee/decrypted-events.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'

/** Whether the messages of a request were encrypted in the page. */
export function isEncrypted({ request }: Pick<Exchange, 'request'>): boolean {
  return request.headers.some(([name]) => /-tee-model-pub-key$/i.test(name))
}

/** What can be read of the answer to an encrypted request, as a sentence; undefined for any other. */
export function encryptionText(exchange: Pick<Exchange, 'request' | 'events'>): string | undefined {
  if (!isEncrypted(exchange)) return undefined
  if (exchange.events.length === 0)
    return 'Encrypted end to end: messages stand here as they were on the wire.'
  return isOpenedHere(exchange)
    ? 'Encrypted end to end: this is the wire as it was. What this page opened stands beside it, marked “opened here”; it is in the memory of this page alone, and in no export.'
    : 'Encrypted end to end: this is the wire as it was. The key to it was held by the page that asked, and is gone with it.'
}

/** Whether this page opened any event of an exchange, and still holds what was in it. */
export function isOpenedHere({ events }: Pick<Exchange, 'events'>): boolean {
  return events.some((event) => decryptedEvent(event) !== undefined)
}
