import type { Hono, MiddlewareHandler } from 'hono'

import type { GuardRules } from '../../app/auth/guard.ts'
import type { EmbeddedChains } from '../../app/chains/embedded-chains.ts'
import type { AppEnvironment } from '../../app/http/app-environment.ts'
import { respond } from '../../app/http/respond.ts'
import { setHeaders } from '../../app/http/set-headers.ts'
import type { Log } from '../../app/log.ts'
import { allowOriginRoutes } from './allow-origin-routes.ts'
import { createAllowedApiOrigins } from './allowed-api-origins.ts'
import { appConfig } from './app-config.ts'
import { appRoutes } from './app-routes.ts'
import { cspReports } from './csp-reports.ts'

interface HostingOptions {
  mode: 'local' | 'relay'
  /** The key for the page; absent in relay mode, where the caller brings one. */
  apiKey: string | undefined
  /** In relay mode, where requests are passed to. */
  relay: string | undefined
  /** The embedded chains, where there are any. */
  chains: EmbeddedChains | undefined
  /** The MCP servers of this computer that the page may use, by name. */
  mcpServers: readonly string[]
  /** Where the allowed API origins are kept; absent keeps them in memory. */
  dataDirectory: string | undefined
  /** The origins that are allowed from the start. */
  apiOrigins: readonly string[]
  /** The folder of the built app; absent serves the API alone. */
  appFolder: string | undefined
  log: Log
}

/** What is served beside the API: the app, what it needs to connect, and the question for other APIs. */
export function hostingRoutes({
  dataDirectory,
  apiOrigins,
  appFolder,
  log,
  ...page
}: HostingOptions) {
  const allowed = createAllowedApiOrigins(dataDirectory, apiOrigins)
  return (app: Hono<AppEnvironment>, rules: GuardRules): void => {
    app.get('/config.json', appConfig({ ...page, allowed }))
    if (appFolder === undefined) return
    app.post('/__csp', cspReports(log))
    app.use(canonicalHost(rules.host, rules.port))
    allowOriginRoutes(app, rules, allowed)
    appRoutes(app, appFolder, allowed)
  }
}

/**
 * Pages have one origin: what is stored for `localhost` would not be there for `127.0.0.1`. So a
 * page asked for under another name of this machine is redirected to the canonical one.
 */
function canonicalHost(listening: string, port: number): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host
    const isOther = /^(?:localhost|\[::1\])(?::\d+)?$/i.test(host)
    const isPage = context.req.header('accept')?.includes('text/html') === true
    if (listening !== '127.0.0.1' || !isOther || !isPage || context.req.method !== 'GET')
      return next()
    const { pathname, search } = new URL(context.req.url)
    setHeaders(context, { Location: `http://127.0.0.1:${port}${pathname}${search}` })
    return respond(context, null, 302)
  }
}
