import cluster, { type Worker } from 'node:cluster'
import { randomBytes } from 'node:crypto'

import type { Log } from '../app/log.ts'

/** What a worker is given that all of them share: the secret of the simulated enclave, in hex. */
export const ENCLAVE_SECRET = 'VENDOR_WORKER_ENCLAVE_SECRET'

/** A worker that ended before it was ready is replaced after so long, ms; later ones at once. */
const RETRY_MS = 1000

/** What a worker tells the process that forked it once it listens. */
export interface WorkerReady {
  ready: true
  /** The line, or the lines, that say where the service is. */
  text: string
  appUrl: string
  baseUrl: string
}

interface WorkersOptions {
  count: number
  /** The arguments of the command line for each of them; they name the port. */
  args: readonly string[]
  /** Runs once the first one listens. */
  onReady: (first: WorkerReady) => void
  log: Log
}

/** Whether this process is one of several behind one port. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/**
 * Runs so many processes of the service behind one port. One that ends is replaced. SIGTERM and SIGINT let
 * all of them end their responses; a second signal ends them at once.
 */
export function runWorkers({ count, args, onReady, log }: WorkersOptions): void {
  const env = { [ENCLAVE_SECRET]: randomBytes(32).toString('hex') }
  let isListening = false
  let stopping: 'no' | 'gently' | 'now' = 'no'
  const fork = (): void => {
    let isReady = false
    const worker = cluster.fork(env)
    worker.on('message', (message: WorkerReady) => {
      if (message.ready !== true) return
      isReady = true
      if (isListening) return
      isListening = true
      onReady(message)
      // The first one made the key file and the tables, so that the others find them.
      for (let other = 1; other < count; other += 1) fork()
    })
    worker.on('exit', (code) => {
      if (stopping !== 'no') {
        if (workers().length === 0) process.exit(stopping === 'now' ? 1 : 0)
      } else if (!isListening) process.exit(code === 0 ? 1 : code)
      else {
        log('error', 'A worker ended and is replaced.', { code: code ?? undefined })
        setTimeout(() => stopping === 'no' && fork(), isReady ? 0 : RETRY_MS)
      }
    })
  }
  const stop = () => {
    stopping = stopping === 'no' ? 'gently' : 'now'
    for (const { process: child } of workers())
      child.kill(stopping === 'now' ? 'SIGKILL' : 'SIGTERM')
    if (workers().length === 0) process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  cluster.setupPrimary({ args: [...args] })
  fork()
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
}
