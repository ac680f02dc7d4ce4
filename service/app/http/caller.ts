import type { MiddlewareHandler } from 'hono'

import type { AppEnvironment } from './app-environment.ts'

interface Place {
  /** The origin under which a proxy offers the service. */
  publicOrigin: string | undefined
  /** Believes the nearest proxy about the address of a caller. */
  trustProxy: boolean
}

/** Notes where a request came from, and the origin it was sent to, as far as a proxy hides them. */
export function caller({ publicOrigin, trustProxy }: Place): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    if (publicOrigin !== undefined && context.req.header('host') === new URL(publicOrigin).host)
      context.set('publicOrigin', publicOrigin)
    // The last name in the list is the one that the nearest proxy wrote; those before it are hearsay.
    const forwarded = trustProxy ? context.req.header('x-forwarded-for') : undefined
    const address = forwarded?.split(',').at(-1)?.trim() ?? context.env?.connection?.remoteAddress
    if (address !== undefined) context.set('callerAddress', address)
    await next()
  }
}
