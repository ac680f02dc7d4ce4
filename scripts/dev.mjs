// @ts-check
/**
 * `npm run dev -- [service flags]`: Vite with hot reload on http://127.0.0.1:5173, in front of a
 * local service that is bundled again and restarted whenever its sources change.
 */
import path from 'node:path'

import { root } from './checkout.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { messageOf, runMain } from './plain-failure.mjs'
import { freePort, runService } from './run-service.mjs'
import { ensureInstalled, ensureNode } from './setup.mjs'

await runMain(async () => {
  endWithNpm()
  ensureNode()
  await ensureInstalled()
  const { createServer } = await import('vite')

  // The same after every restart.
  const port = await freePort()
  const stopService = await watchService(['--port', String(port), ...process.argv.slice(2)])
  const server = await createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    server: { proxy: proxyTo(`http://127.0.0.1:${port}`, 'http://127.0.0.1:5173') },
  })
  await server.listen()
  server.printUrls()

  const stop = () => {
    void Promise.all([server.close(), stopService()]).then(() => process.exit(0))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
})

/**
 * @param {string[]} flags
 * @returns {Promise<() => Promise<void>>} resolves when the service first is ready, to its end
 */
async function watchService(flags) {
  const { build } = await import('vite')
  const outDir = path.join(root, 'build/dev')
  const watcher = await build({
    root,
    configFile: path.join(root, 'vite.service.config.ts'),
    logLevel: 'warn',
    build: { outDir, watch: {} },
  })
  if (!('on' in watcher)) throw new Error('vite did not watch')

  /** @type {import('./run-service.mjs').RunningService | undefined} */
  let service
  const restart = async () => {
    await service?.stop()
    service = undefined
    service = await runService(flags, path.join(outDir, 'main.mjs'))
    console.log(`Local service ready behind the dev server (${service.ready.baseUrl})`)
  }
  /** @type {Promise<void>} */
  let turn = Promise.resolve()
  await new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code !== 'BUNDLE_END') return
      // One at a time; a service that does not start waits for the next change.
      turn = turn.then(restart).catch((error) => console.error(messageOf(error)))
      resolve(turn)
    })
  })
  return async () => {
    await watcher.close()
    await turn
    await service?.stop()
  }
}

/**
 * The service knows only its own address, so what our own page sends is passed on as coming from
 * there. Any other origin is left as it is, for the service to refuse.
 * @param {string} service
 * @param {string} ownOrigin
 * @returns {Record<string, import('vite').ProxyOptions>}
 */
function proxyTo(service, ownOrigin) {
  /** @type {import('vite').ProxyOptions} */
  const options = {
    target: service,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (request) => {
        if (request.getHeader('origin') === ownOrigin) request.setHeader('origin', service)
      })
    },
  }
  return Object.fromEntries(
    ['/api/', '/local/', '/config.json', '/__csp'].map((prefix) => [prefix, options]),
  )
}
