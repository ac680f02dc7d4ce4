import { fork } from 'node:child_process'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import type { RunningService } from '../../scripts/run-service.mjs'

/** A service of one test: what it printed when it was ready, and how to end it. */
export type TestService = Pick<RunningService, 'ready' | 'stop'>

/** One process that runs the services of many tests, each with a port, a key and data of its own. */
export interface ServicePool {
  /** Starts a service with these flags and waits until it is ready. */
  start: (flags: string[]) => Promise<TestService>
  /** Ends the process. */
  close: () => void
}

export function openServicePool(): ServicePool {
  const child = fork(path.join(root, 'build/service/services-worker.mjs'))
  const waiting = new Map<number, (line: string) => void>()
  child.on('message', ({ id, line }: { id: number; line?: string }) =>
    waiting.get(id)?.(line ?? ''),
  )
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', () =>
      reject(new Error('The process of the services ended (it says why above).')),
    )
  })
  // Whoever waits for a reply hears of it.
  gone.catch(() => undefined)
  const ask = (id: number, order: object) =>
    Promise.race([
      gone,
      new Promise<string>((resolve) => {
        waiting.set(id, resolve)
        child.send({ id, ...order })
      }),
    ])
  let started = 0
  return {
    start: async (flags) => {
      started += 1
      const id = started
      const line = await ask(id, { flags })
      return {
        ready: JSON.parse(line) as RunningService['ready'],
        stop: async () => void (await ask(id, { stop: true })),
      }
    },
    close: () => child.disconnect(),
  }
}
