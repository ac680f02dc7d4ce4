import type { Exchange } from '../client/exchanges/exchange.ts'
import type { ApiMethod } from '../client/request.ts'
import { isEncrypted } from './exchange-text.ts'

/** The methods that a request can be sent with. */
export const METHODS: readonly ApiMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Why a recorded request can't be sent again as it was, as a sentence; undefined where it can. */
export function whyNotResendable(exchange: Exchange): string | undefined {
  const { method, path, form } = exchange.request
  if (exchange.protocol === 'mcp')
    return 'A tool is called only by a conversation, with your approval.'
  if (!METHODS.some((known) => known === method)) return `Requests of method ${method} aren't sent.`
  if (/^\/x402\/top-up(?:$|[/?])/.test(path)) return 'A payment is never repeated.'
  if (isEncrypted(exchange)) return 'It was encrypted for one response. Send the message again.'
  if (form?.some((field) => 'fileName' in field) === true)
    return 'Its files are not kept. Edit it and choose them again.'
  if (exchange.fromFile === true && hasNoTexts(exchange))
    return 'The file has no prompts: they were left out when it was saved.'
  if (exchange.fromFile === true && isRedacted(exchange))
    return 'The file has no secrets or signatures: they were left out when it was saved.'
  if (exchange.shortened === true) return 'It was too long to be kept whole.'
  return undefined
}

/** Signatures of thoughts look like secrets, by their name. */
function isRedacted({ request: { body } }: Exchange): boolean {
  return body !== undefined && /"<redacted \d+ chars>"/.test(JSON.stringify(body))
}

/** A file that was saved without its words has their lengths instead. */
function hasNoTexts({ request: { body } }: Exchange): boolean {
  return body !== undefined && /"<\d+ chars>"/.test(JSON.stringify(body))
}
