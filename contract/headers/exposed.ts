import { wireHeaderName } from '../provider-name.ts'
import { RESPONSE_HEADERS } from './catalogue.ts'

/**
 * Every header name that a service must list in `Access-Control-Expose-Headers`, so that a page of
 * another origin can read what the contract describes.
 */
export function exposedHeaders(providerName: string): string[] {
  return RESPONSE_HEADERS.map(({ name }) => wireHeaderName(name, providerName))
}
