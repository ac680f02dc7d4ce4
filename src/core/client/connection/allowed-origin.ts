import type { PageConfig } from './connections.ts'

/**
 * Whether the page's own security policy lets it contact an origin. A page on a plain web server is
 * under no policy of the local service.
 */
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
  const parameters = new URLSearchParams({
    ...(origin === undefined ? {} : { origin }),
    return: `/chat?${wanted}=1`,
  })
  return `/local/allow-origin?${parameters.toString()}`
}
