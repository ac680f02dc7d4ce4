import { given } from '../../../../contract/json.ts'
import { capabilitiesOf, type Model, type ModelListing } from '../../../../contract/models/model.ts'
import {
  SERVER_OFFERS,
  type ServerFacts,
  type ServerOffer,
} from '../../storage/connection/saved-connections.ts'
import type { PageConfig } from './connections.ts'
import { isLoopback } from './network.ts'

/** A base address as it is kept, or the sentence that says what is wrong with it. */
type BaseUrlReading = { ok: true; baseUrl: string; origin: string } | { ok: false; message: string }

/** Reads what a person typed as base address: https anywhere, http only on this machine. */
export function readBaseUrl(text: string): BaseUrlReading {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { ok: false, message: 'Base URL must start with https:// (or http:// on this machine).' }
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: 'Base URL must not contain a user name or password.' }
  if (url.search !== '' || url.hash !== '')
    return { ok: false, message: 'Base URL must not contain a query or a fragment.' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { ok: false, message: 'Over http:// the key could be read on the way; use https://.' }
  return {
    ok: true,
    origin: url.origin,
    baseUrl: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ''),
  }
}

/** Whether the page's security policy lets it contact an origin. A plain web server sets no such policy. */
export function isAllowedOrigin(
  origin: string,
  pageOrigin: string,
  { mode, apiOrigins }: Pick<PageConfig, 'mode' | 'apiOrigins'>,
): boolean {
  return mode === 'static' || origin === pageOrigin || apiOrigins.includes(origin)
}

/**
 * The page of the local service that asks whether an origin may be contacted, and comes back to what
 * wanted it; without an origin it lists those that may.
 */
export function allowOriginPath(origin?: string, wanted = 'connect'): string {
  const parameters = new URLSearchParams({ ...given({ origin }), return: `/chat?${wanted}=1` })
  return `/local/allow-origin?${parameters.toString()}`
}

/** What a server's list says of its models, and what one of them can do. */
export function serverFacts({ models, unread }: ModelListing): ServerFacts {
  return {
    models: models.length,
    ...(unread > 0 && { unread }),
    offers: SERVER_OFFERS.filter((offer) => models.some((model) => OFFERED[offer](model))),
  }
}

const OFFERED: Readonly<Record<ServerOffer, (model: Model) => boolean>> = {
  prices: ({ model_spec: spec }) => spec?.pricing?.input?.usd !== undefined,
  context: ({ context_length: length, model_spec: spec }) =>
    (length ?? spec?.availableContextTokens) !== undefined,
  vision: (model) => capabilitiesOf(model).supportsVision === true,
  tools: (model) => capabilitiesOf(model).supportsFunctionCalling === true,
  reasoning: (model) => capabilitiesOf(model).supportsReasoning === true,
  search: (model) => capabilitiesOf(model).supportsWebSearch === true,
}
