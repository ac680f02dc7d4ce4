import type { Hono } from 'hono'

import type { AppContext, AppEnvironment } from '../../app/http/app-environment.ts'
import { DATA_POLICY } from '../../app/http/data-policy.ts'
import { chooseEncoding } from '../../app/http/encoding.ts'
import type { AllowedApiOrigins } from './allowed-api-origins.ts'
import { importMapHash } from './import-map.ts'
import type { PhoneRelay } from './phone-relay.ts'
import { PAGE_HEADERS, pagePolicy, scriptPolicy } from './policy.ts'
import { readStaticFiles, type StaticFile } from './static-files.ts'

/** The addresses that the app itself takes apart, with what is below them. */
const APP_PATH = /^\/(?:index\.html|(?:chat|image|wallet|explore)(?:\/.*)?)?$/

/** What answers for itself, also when there is nothing. */
const NOT_THE_APP = /^\/(?:api|local|assets)\//

const NOT_BUILT =
  'The app is not built. Run "npm run build", then restart. The API is at /api/v1.\n'

/** Serves the built app from a folder: its pages under the strict policy, its assets for ever. */
export function appRoutes(
  app: Hono<AppEnvironment>,
  folder: string,
  allowed: AllowedApiOrigins,
  phoneRelay: PhoneRelay | undefined,
): void {
  const files = readStaticFiles(folder)
  const page = files.get('/index.html')
  const mapHash = page && importMapHash(new TextDecoder().decode(page.bytes))

  app.on(['GET', 'HEAD'], '*', async (context, next) => {
    const { path } = context.req
    const file = files.get(path)
    const isPage = APP_PATH.test(path)
    if (isPage || (file === undefined && !NOT_THE_APP.test(path) && wantsPage(context))) {
      // The app says in words that an address leads nowhere.
      if (!isPage) context.status(404)
      if (page === undefined) return context.text(NOT_BUILT, 503)
      for (const [name, value] of Object.entries(PAGE_HEADERS)) context.header(name, value)
      const origins = [...allowed.list(), ...(phoneRelay ? [phoneRelay.relayUrl] : [])]
      context.header('Content-Security-Policy', pagePolicy(mapHash, origins))
      return sendFile(context, page)
    }
    if (file === undefined) return next()
    const isScript = file.contentType.startsWith('text/javascript')
    context.header('Content-Security-Policy', isScript ? scriptPolicy(path) : DATA_POLICY)
    context.header(
      'Cache-Control',
      file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    return sendFile(context, file)
  })
}

/** True for a browser that opens an address, not for a script that asks for one. */
function wantsPage(context: AppContext): boolean {
  return context.req.header('accept')?.includes('text/html') === true
}

async function sendFile(context: AppContext, file: StaticFile): Promise<Response> {
  context.header('Content-Type', file.contentType)
  context.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = chooseEncoding(context.req.header('accept-encoding'))
  const encoded = encoding && (await file.encoded(encoding))
  if (encoding === undefined || encoded === undefined) return context.body(file.bytes)
  context.header('Content-Encoding', encoding)
  return context.body(encoded)
}
