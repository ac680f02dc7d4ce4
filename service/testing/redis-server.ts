import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'

import { endChild, findProgram, freePort } from './system-server.ts'

/** A Redis that belongs to one test file. */
export interface RedisServer {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a Redis on a free port of loopback that keeps nothing on disk. Undefined, with a line that
 * says so, where the system has none.
 */
export async function startRedis(): Promise<RedisServer | undefined> {
  const server = findProgram('redis-server')
  if (server === undefined) {
    process.stderr.write('Skipped: Redis is not installed (Debian package redis-server).\n')
    return undefined
  }
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const child = spawn(server, settings, { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  while (!said.includes('Ready to accept connections'))
    said += String((await once(child.stdout, 'data'))[0])
  child.stdout.resume()
  return { url: `redis://127.0.0.1:${port}`, stop: () => endChild(child) }
}
