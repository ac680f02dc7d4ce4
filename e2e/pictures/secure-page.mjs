// @ts-check
/** The built app on a web server of somebody else, over https and without a service of its own. */
import { once } from 'node:events'
import { createServer } from 'node:https'

import { selfSignedCertificate } from '../../scripts/self-signed-certificate.mjs'

/** @typedef {import('playwright').Page} Page */

/**
 * Serves the app over https under the service's own policy, and opens it there.
 * @param {Page} page it ends with its browser context
 * @param {string} appUrl of the service that the files are taken from
 * @param {string} [apiOrigin] another API that the policy lists
 */
export async function openSecurely(page, appUrl, apiOrigin = '') {
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const answer = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', appUrl)
    if (pathname === '/config.json') return response.writeHead(404).end()
    const file = await fetch(new URL(pathname, appUrl))
    const policy = file.headers.get('content-security-policy') ?? ''
    response.writeHead(file.status, {
      'Content-Type': file.headers.get('content-type') ?? '',
      'Content-Security-Policy': policy.replace(/connect-src [^;]*/, `$& ${apiOrigin}`),
    })
    return response.end(Buffer.from(await file.arrayBuffer()))
  }
  const server = createServer(selfSignedCertificate(), (request, response) => {
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  page.context().once('close', () => server.close().closeAllConnections())
  const session = await page.context().newCDPSession(page)
  await session.send('Security.setIgnoreCertificateErrors', { ignore: true })
  const address = server.address()
  await page.goto(`https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/chat`)
}
