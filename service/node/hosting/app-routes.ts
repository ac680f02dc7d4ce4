import type { Hono } from 'hono'

import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { DATA_POLICY } from '../../app/http/data-policy.ts'
import { chooseEncoding } from '../../app/http/encoding.ts'
import { respond } from '../../app/http/respond.ts'
import { setHeaders, varyBy } from '../../app/http/set-headers.ts'
import type { AllowedApiOrigins } from './allowed-api-origins.ts'
import { importMapHash } from './import-map.ts'
import { PAGE_HEADERS, pagePolicy, scriptPolicy } from './policy.ts'
import { readStaticFiles, type StaticFile } from './static-files.ts'

/** The addresses that the app itself takes apart, with what is below them. */
const APP_PATH = /^\/(?:index\.html|(?:chat|image|evaluate|wallet|explore)(?:\/.*)?)?$/

/** Where a new chat begins: the page has it drawn already. */
const EMPTY_CHAT = /^\/(?:index\.html|chat\/?)?$/

/** What answers for itself, also when there is nothing. */
const NOT_THE_APP = /^\/(?:api|local|assets)\//

const NOT_BUILT =
  'The app is not built. Run "npm run build", then restart. The API is at /api/v1.\n'

/** Serves the built app from a folder: its pages under the strict policy, its assets for ever. */
export function appRoutes(
  app: Hono<AppEnvironment>,
  folder: string,
  allowed: AllowedApiOrigins,
): void {
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
