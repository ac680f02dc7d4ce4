/**
 * Many services in one process, as whoever forked it asks: one more costs a few milliseconds, where a
 * process of its own takes half a second to load the same code.
 */

import { fileURLToPath } from 'node:url'

import { parseCommandLine } from '../node/command-line/command-line.ts'
import { readyLine } from '../node/printed.ts'
import { type StartedService, startService } from '../node/start.ts'

/** What is asked for: a service with these flags, or the end of the one that has this id. */
type Order = { id: number; flags: string[] } | { id: number; stop: true }

const services = new Map<number, StartedService>()

process.on('message', (order: Order) => {
  void carryOut(order).then((line) => process.send?.({ id: order.id, line }))
})
process.on('disconnect', () => process.exit())

/** Gives the line that a service prints when it is ready, and nothing for one that ended. */
async function carryOut(order: Order): Promise<string | undefined> {
  if ('stop' in order) {
    await services.get(order.id)?.stop(10_000)
    services.delete(order.id)
    return undefined
  }
  const parsed = parseCommandLine(order.flags, {})
  if (!parsed.ok) throw new Error(parsed.message)
  const service = await startService({
    commandLine: parsed.value,
    env: {},
    appFolder: fileURLToPath(new URL('../../dist', import.meta.url)),
    writeLog: (line) => process.stderr.write(line),
  })
  services.set(order.id, service)
  return readyLine(service)
}
