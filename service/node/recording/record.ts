import { randomBytes } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { errorCode, errorMessage } from '../../app/errors.ts'
import type { Connection } from '../../app/http/connection.ts'
import { harFile } from './har.ts'
import { RecordedExchange } from './recorded-exchange.ts'
import { RecordingError } from './recording-error.ts'

/** Where the service dropped a connection, it says so. */
type RecordedConnection = Connection & { readonly isDropped: boolean }

type Fetch = (request: Request, connection: RecordedConnection) => Promise<Response>

/** What a recorder needs of the world; `now` in ms from any moment. */
interface RecorderWorld {
  fetch: Fetch
  now: () => number
  /** Is given one sentence where an exchange could not be recorded. */
  warn: (message: string) => void
  write?: (file: string, text: string) => Promise<void>
}

interface Recorder {
  fetch: Fetch
  /** Resolves when what has ended is written. */
  settle(): Promise<void>
}

/**
 * Writes each request to the API and its response as a HAR file of its own (`--record`), without secrets. What can't
 * be written is served all the same.
 * @throws RecordingError when the directory can't be used
 */
export function createRecorder(directory: string, world: RecorderWorld): Recorder {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new RecordingError(`Can't record to ${directory} (${reasonOf(error)}).`, { cause: error })
  }
  const write = world.write ?? writeWhole
  const writing = new Set<Promise<void>>()
  const run = randomBytes(3).toString('hex')
  let count = 0
  const save = (exchange: Promise<object>, startedAt: Date, name: string) => {
    count += 1
    const stamp = startedAt.toISOString().replace(/[:.]/g, '-')
    const file = join(directory, `${stamp}-${String(count).padStart(6, '0')}-${run}-${name}.har`)
    const written = exchange
      .then((entry) => write(file, harFile(entry)))
      .catch((error: unknown) =>
        world.warn(
          `A request was served but not recorded in ${directory} (${reasonOf(error)}). Free space, or choose another --record directory.`,
        ),
      )
      .finally(() => writing.delete(written))
    writing.add(written)
  }
  return {
    fetch: async (request, connection) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/api/v1/') || request.method === 'OPTIONS')
        return world.fetch(request, connection)
      const name = `${request.method}${pathname.slice('/api/v1'.length)}`
      const exchange = new RecordedExchange(request, world.now)
      const end = (how: 'complete' | 'client left') => {
        const entry = exchange.end(connection.isDropped ? 'dropped' : how)
        if (entry !== undefined)
          save(entry, exchange.startedAt, name.replace(/[^\w-]+/g, '-').slice(0, 80))
      }
      connection.onClose(() => end('client left'))
      const response = await world.fetch(exchange.request, connection)
      // Nobody receives what is made after the connection was dropped.
      if (connection.isDropped) end('complete')
      return exchange.respond(response, () => end('complete'))
    },
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** Another program that reads the directory never sees half a file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

function reasonOf(error: unknown): string {
  return errorCode(error) || errorMessage(error)
}
