import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { test as base } from './fixtures.ts'

/** The path that `npm test` builds the static app for: `npm run build -- --static --base playground`. */
const BASE = '/playground/'
export const STATIC_FOLDER = path.join(root, 'dist-static')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webmanifest': 'application/manifest+json',
}

export interface StaticHost {
  /** Where the app is: `http://127.0.0.1:1234/playground/`. */
  appUrl: string
  stop: () => Promise<void>
}

/**
 * The static build on a server that knows nothing of it: files, `index.html` of folders, 404.html for
 * the rest, and no header but the type.
 */
export async function startStaticHost(folder = STATIC_FOLDER): Promise<StaticHost> {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new Error('dist-static is missing: npm run build -- --static --base playground')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://static.invalid')
    const found = pathname.startsWith(BASE)
      ? fileAt(folder, pathname.slice(BASE.length))
      : undefined
    if (found === 'folder') {
      response.writeHead(301, { Location: `${pathname}/` }).end()
      return
    }
    const file = found ?? path.join(folder, '404.html')
    const contentType = TYPES[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': contentType })
    response.end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    appUrl: `http://127.0.0.1:${port}${BASE}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A test of the page as a plain web server gives it, with no service. */
export const test = base.extend<{ host: StaticHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  host: async ({}, use) => {
    const host = await startStaticHost()
    await use(host)
    await host.stop()
  },
  baseURL: async ({ host }, use) => {
    await use(host.appUrl)
  },
})

function fileAt(folder: string, name: string): string | undefined {
  const file = path.join(folder, name)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return stats && file
  if (name !== '' && !name.endsWith('/')) return 'folder'
  const index = path.join(file, 'index.html')
  return existsSync(index) ? index : undefined
}
