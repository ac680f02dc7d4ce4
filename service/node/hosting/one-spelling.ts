import type { MiddlewareHandler } from 'hono'

import type { AppEnvironment } from '../../app/http/app-environment.ts'

/**
 * Pages have one address: what is stored for `localhost` would not be there for `127.0.0.1`. So a
 * page asked for under another spelling of this machine is sent to the first one.
 */
export function oneSpelling(listening: string, port: number): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host
    const isOther = /^(?:localhost|\[::1\])(?::\d+)?$/i.test(host)
    const isPage = context.req.header('accept')?.includes('text/html') === true
    if (listening !== '127.0.0.1' || !isOther || !isPage || context.req.method !== 'GET')
      return next()
    const { pathname, search } = new URL(context.req.url)
    return context.redirect(`http://127.0.0.1:${port}${pathname}${search}`, 302)
  }
}
