import type { AppContext } from './app-environment.ts'

/** What a proxy hides. */
export interface Place {
  /** The origin under which a proxy offers the service. */
  publicOrigin: string | undefined
  /** Believes the nearest proxy about the address of a client. */
  trustProxy: boolean
}

/** Sets the address a request came from and the origin it was sent to, as far as a proxy hides them. */
export function setClientAddress(context: AppContext, { publicOrigin, trustProxy }: Place): void {
  if (publicOrigin !== undefined && context.req.header('host') === new URL(publicOrigin).host)
    context.set('publicOrigin', publicOrigin)
  // The last name in the list is the one that the nearest proxy wrote; those before it are hearsay.
  const forwarded = trustProxy ? context.req.header('x-forwarded-for') : undefined
  const address = forwarded?.split(',').at(-1)?.trim() ?? context.env?.connection?.remoteAddress
  if (address !== undefined) context.set('clientAddress', address)
}

/** The URL of a request as the client knows it, without its query. */
export function requestUrl(context: AppContext): string {
  const { origin, pathname } = new URL(context.req.url)
  return `${context.get('publicOrigin') ?? origin}${pathname}`
}
