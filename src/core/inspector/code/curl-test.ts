import type { Exchange } from '../../client/exchanges/exchange.ts'
import { codeRequest } from './code-request.ts'
import { shellQuoted } from './curl.ts'

/**
 * A curl that asks an API for its models, which is free, as a page of an origin would: it shows
 * whether anything answers, and whether the answer allows web pages. It holds no secret.
 */
export function curlTest(exchange: Exchange, pageOrigin: string): string {
  const { baseUrl, secrets } = codeRequest(exchange)
  const key = secrets.find(({ variable }) => variable === 'VENDOR_API_KEY')
  return [
    `curl --include ${shellQuoted(`${baseUrl}/models`)}`,
    `--header ${shellQuoted(`Origin: ${pageOrigin}`)}`,
    ...(key === undefined ? [] : [`--header "${key.name}: ${key.prefix}$${key.variable}"`]),
  ].join(' \\\n  ')
}
