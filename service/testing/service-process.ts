import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { endChild } from './system-server.ts'

/** The built service as a process. */
export interface ServiceProcess {
  child: ChildProcess
  baseUrl: string
  origin: string
  apiKey: string
  /** From its start until it was ready, ms. */
  startMs: number
  /** Ends it as a crash would, and waits until it has ended. */
  kill(): Promise<void>
  /** Asks it to end; its exit code. */
  stop(): Promise<number | null>
}

/** Starts a built service and waits until it is ready. @throws Error with what it said when it ended instead */
export async function startServiceProcess(
  entry: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [entry, '--json', '--api-only', '--port', '0', ...flags], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data) => (said = `${said}${String(data)}`.slice(-4000)))
  const ended = once(child, 'exit')
  let line = ''
  while (!line.includes('\n')) {
    const event: unknown[] = await Promise.race([once(child.stdout, 'data'), ended])
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service ended before it was ready: ${said}`)
    line += String(event[0])
  }
  const { baseUrl, apiKey }: { baseUrl: string; apiKey: string } = JSON.parse(line)
  return {
    child,
    baseUrl,
    apiKey,
    origin: new URL(baseUrl).origin,
    startMs: performance.now() - started,
    kill: () => endChild(child, 'SIGKILL'),
    stop: async () => {
      await endChild(child)
      return child.exitCode
    },
  }
}
