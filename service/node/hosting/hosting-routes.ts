import type { Hono } from 'hono'

import { isJsonObject } from '../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import type { GuardRules } from '../../app/auth/guard.ts'
import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { readBytes } from '../../app/http/body/read-body.ts'
import { chooseEncoding } from '../../app/http/encoding.ts'
import { DATA_POLICY, respond, REVISION, setHeaders, varyBy } from '../../app/http/respond.ts'
import type { Log } from '../../app/log.ts'
import { chainPlaces, type EmbeddedChains } from '../../app/money/chains/chains.ts'
import { allowOriginRoutes } from './allow-origin-routes.ts'
import { type AllowedApiOrigins, createAllowedApiOrigins } from './allowed-api-origins.ts'
import { importMapHash, PAGE_HEADERS, pagePolicy, scriptPolicy } from './policy.ts'
import { readStaticFiles, type StaticFile } from './static-files.ts'

interface HostingOptions {
  mode: 'local' | 'relay'
  /** The key for the page; absent in relay mode, where the caller brings one. */
  apiKey: string | undefined
  /** In relay mode, where requests are passed to; the page is given its scheme and host alone. */
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
    allowOriginRoutes(app, rules, allowed)
    appRoutes(app, appFolder, allowed)
  }
}

interface AppConfigOptions extends Pick<
  HostingOptions,
  'mode' | 'apiKey' | 'relay' | 'chains' | 'mcpServers'
> {
  allowed: AllowedApiOrigins
}

/**
 * `GET /config.json`: what the page needs to connect. The key is only for a request that the
 * browser itself marks as coming from our own page; no other site can make one.
 */
function appConfig(options: AppConfigOptions) {
  const { mode, apiKey, relay, allowed, chains, mcpServers } = options
  return (context: AppContext) => {
    const isOwnPage = context.req.header('sec-fetch-site') === 'same-origin'
    // Who comes by the public name is anybody.
    const isPublic = context.get('publicOrigin') !== undefined
    const origin = context.get('publicOrigin') ?? new URL(context.req.url).origin
    const config = {
      mode,
      ...(relay === undefined ? {} : { upstreamOrigin: new URL(relay).origin }),
      baseUrl: `${origin}/api/v1`,
      providerName: NEUTRAL_PROVIDER_NAME,
      apiOrigins: allowed.list(),
      version: REVISION,
      ...(chains === undefined ? {} : chainPlaces(chains, origin)),
      ...(mcpServers.length === 0 ? {} : { mcpServers }),
      ...(isOwnPage && !isPublic && apiKey !== undefined ? { apiKey } : {}),
    }
    setHeaders(context, { 'content-type': 'application/json' })
    return respond(context, JSON.stringify(config))
  }
}

const MAX_BYTES = 65_536
const MAX_REPORTS = 20

/** `POST /__csp`: logs which directive blocked which origin, and nothing else of a report. */
function cspReports(log: Log) {
  return async (context: AppContext) => {
    const text = new TextDecoder().decode(await readBytes(context.req.raw, MAX_BYTES))
    for (const report of reportsIn(text).slice(0, MAX_REPORTS))
      log('error', 'content security policy', {
        directive: word(report['effectiveDirective'] ?? report['effective-directive']),
        blocked: originOf(report['blockedURL'] ?? report['blocked-uri']),
      })
    return respond(context, null, 204)
  }
}

function reportsIn(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).flatMap((report) => {
      const body: unknown = isJsonObject(report)
        ? (report['body'] ?? report['csp-report'])
        : undefined
      return isJsonObject(body) ? [body] : []
    })
  } catch {
    return []
  }
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[^a-z-]/g, '').slice(0, 40) : ''
}

/** Addresses in reports can hold secrets in path and query; keywords such as `inline` stay. */
function originOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (/^[a-z-]{1,30}$/.test(value)) return value
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) return ''
  return url.origin === 'null' ? url.protocol : url.origin
}

/** The addresses that the app itself takes apart, with what is below them. */
const APP_PATH = /^\/(?:index\.html|(?:chat|image|evaluate|wallet|explore)(?:\/.*)?)?$/

/** Where a new chat begins: the page has it drawn already. */
const EMPTY_CHAT = /^\/(?:index\.html|chat\/?)?$/

/** What answers for itself, also when there is nothing. */
const NOT_THE_APP = /^\/(?:api|local|assets)\//

const NOT_BUILT =
  'The app is not built. Run "npm run build", then restart. The API is at /api/v1.\n'

/** Serves the built app from a folder: its pages under the strict policy, its assets for ever. */
function appRoutes(app: Hono<AppEnvironment>, folder: string, allowed: AllowedApiOrigins): void {
  const files = readStaticFiles(folder)
  const page = files.get('/index.html')
  // Every other path than an empty chat's.
  const pageOfOthers = files.get('/area.html')
  const mapHash = page && importMapHash(new TextDecoder().decode(page.bytes))

  app.on(['GET', 'HEAD'], '*', async (context, next) => {
    const { path } = context.req
    const file = files.get(path)
    const isPage = APP_PATH.test(path)
    if (isPage || (file === undefined && !NOT_THE_APP.test(path) && wantsPage(context))) {
      if (page === undefined || pageOfOthers === undefined) {
        setHeaders(context, { 'content-type': 'text/plain; charset=UTF-8' })
        return respond(context, NOT_BUILT, 503)
      }
      setHeaders(context, PAGE_HEADERS)
      setHeaders(context, { 'Content-Security-Policy': pagePolicy(mapHash, allowed.list()) })
      // The app says in words that an address leads nowhere.
      return sendFile(context, EMPTY_CHAT.test(path) ? page : pageOfOthers, isPage ? 200 : 404)
    }
    if (file === undefined) return next()
    const isScript = file.contentType.startsWith('text/javascript')
    setHeaders(context, {
      'Content-Security-Policy': isScript ? scriptPolicy(path) : DATA_POLICY,
      'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    return sendFile(context, file, 200)
  })
}

/** True for a browser that opens an address, not for a script that asks for one. */
function wantsPage(context: AppContext): boolean {
  return context.req.header('accept')?.includes('text/html') === true
}

async function sendFile(context: AppContext, file: StaticFile, status: number): Promise<Response> {
  setHeaders(context, { 'Content-Type': file.contentType })
  varyBy(context, 'Accept-Encoding')
  const encoding = chooseEncoding(context.req.header('accept-encoding'))
  const encoded = encoding && (await file.encoded(encoding))
  if (encoding === undefined || encoded === undefined) return respond(context, file.bytes, status)
  setHeaders(context, { 'Content-Encoding': encoding })
  return respond(context, encoded, status)
}
