// @ts-check
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'

/** The path that tests build the static app for: `npm run build -- --static --base playground`. */
const BASE = '/playground/'
export const STATIC_FOLDER = path.join(root, 'dist-static')

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webmanifest': 'application/manifest+json',
}

/**
 * A running static host: where the app is (`http://127.0.0.1:1234/playground/`), and what reached it
 * besides requests for files, such as `POST /playground/share`.
 * @typedef {{ appUrl: string, unexpected: readonly string[], stop: () => Promise<void> }} StaticHost
 */

/**
 * The static build on a server that knows nothing of it: files, `index.html` of folders, 404.html for
 * the rest, and no header but the type.
 * @returns {Promise<StaticHost>}
 */
export async function startStaticHost(folder = STATIC_FOLDER) {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new Error('dist-static is missing: npm run build -- --static --base playground')
  /** @type {string[]} */
  const unexpected = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://static.invalid')
    if (request.method !== 'GET') unexpected.push(`${request.method} ${pathname}`)
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
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  return {
    appUrl: `http://127.0.0.1:${address.port}${BASE}`,
    unexpected,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @param {string} folder @param {string} name @returns {string | undefined} */
function fileAt(folder, name) {
  const file = path.join(folder, name)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return stats && file
  if (name !== '' && !name.endsWith('/')) return 'folder'
  const index = path.join(file, 'index.html')
  return existsSync(index) ? index : undefined
}
