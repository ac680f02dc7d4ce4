// @ts-check
/** Serves a built folder to the browser of a bench, on a free port. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

/** @param {string} folder @returns {Promise<{ origin: string, close: () => Promise<void> }>} */
export async function serve(folder) {
  const types = new Map([
    ['.html', 'text/html; charset=utf-8'],
    ['.js', 'text/javascript'],
    ['.css', 'text/css'],
  ])
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const name = url.pathname === '/' ? 'index.html' : path.normalize(url.pathname)
    readFile(path.join(folder, name)).then(
      (body) => {
        response.setHeader(
          'content-type',
          types.get(path.extname(name)) ?? 'application/octet-stream',
        )
        // Ours is measured as it is shipped: with Trusted Types enforced.
        if (url.searchParams.get('variant') === 'ours') {
          response.setHeader(
            'content-security-policy',
            "default-src 'self'; require-trusted-types-for 'script'; trusted-types pg-worker",
          )
        }
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  }
}
