// @ts-check
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { runService } from '../../../scripts/run-service.mjs'

/** @typedef {Awaited<ReturnType<typeof runService>>['ready']} Ready */

/**
 * A service that may be killed at any moment and comes back on the same port with the same data.
 * @typedef {object} BenchService
 * @property {Ready} ready
 * @property {() => Promise<void>} killed kills it and starts it again
 * @property {() => Promise<void>} up resolves when it runs
 * @property {() => Promise<void>} end
 */

/** @returns {Promise<BenchService>} */
export async function benchService() {
  const folder = mkdtempSync(path.join(tmpdir(), 'top-up-bench-'))
  const start = (/** @type {string} */ port) =>
    runService(['--data', folder, '--port', port, '--trust-proxy'], undefined, () => undefined)
  let service = await start('0')
  const { ready } = service
  const { port } = new URL(ready.appUrl)
  /** @type {Promise<void>} */
  let restarting = Promise.resolve()
  return {
    ready,
    killed() {
      restarting = restarting.then(async () => {
        await service.kill()
        service = await start(port)
      })
      return restarting
    },
    up: () => restarting,
    async end() {
      await restarting
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
