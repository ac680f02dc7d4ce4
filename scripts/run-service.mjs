// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

import { root, serviceEntry } from './checkout.mjs'
import { PlainFailure } from './plain-failure.mjs'

/**
 * Where one of its chains is: its CAIP-2 id, JSON-RPC, the USDC there and who is paid.
 * @typedef {{ network: string, rpcUrl: string, asset: string, payTo: string }} ChainPlace
 */

/**
 * A running local service: the line of JSON it printed when it was ready, and how to end it.
 * @typedef {object} RunningService
 * @property {{ ready: true, baseUrl: string, appUrl: string, apiKey: string, evm: ChainPlace, solana: ChainPlace, faucetUrl: string }} ready
 * @property {() => Promise<void>} stop resolves when the process is gone
 * @property {() => Promise<void>} kill the same without a warning, as a crash does it
 */

/**
 * Starts the service as a process of its own and waits until it is ready.
 * @param {string[]} flags besides --json
 * @param {string} entry absolute path of the bundle
 * @param {(text: string) => void} onLog takes the service's log
 * @returns {Promise<RunningService>}
 */
export async function runService(flags, entry = serviceEntry, onLog = writeLog) {
  const child = spawn(process.execPath, [entry, '--json', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.on('data', (piece) => onLog(String(piece)))
  const gone = once(child, 'exit')
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)

  const line = once(createInterface({ input: child.stdout }), 'line')
  const first = await Promise.race([line, gone.then(() => undefined)])
  if (!first)
    throw new PlainFailure('The local service ended before it was ready (it says why above).')
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    process.removeListener('exit', endWithUs)
    child.kill(signal)
    await gone
  }
  return { ready: JSON.parse(first[0]), stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** @param {string} text */
function writeLog(text) {
  process.stderr.write(text)
}

/** A port of the loopback that nothing listens on. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
