import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The full path of a program of this system, in the given folders or on the path. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const places = [...folders, ...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return places.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Where Debian keeps the programs of each version of Postgres, newest first. */
export function postgresFolders(): string[] {
  const home = '/usr/lib/postgresql'
  if (!existsSync(home)) return []
  return readdirSync(home)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(home, version, 'bin'))
}

/** The ids of a user without rights, for programs that refuse to run as root; none when we are not root. */
export function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody'].flatMap(
    (name) => users.find((user) => user.startsWith(`${name}:`)) ?? [],
  )[0]
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** A port on loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs a program to its end. @throws Error with what it said */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { uid?: number; gid?: number } = {},
): Promise<void> {
  const child = spawn(file, [...args], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => (said += String(data)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${path.basename(file)} ended with ${String(code)}: ${said}`)
}

/** Ends a child, gently unless told otherwise, and waits until it has ended. */
export async function endChild(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Asks again until it is answered. @throws what the last question threw, after 20 s */
export async function whenReady(ask: () => PromiseLike<unknown>): Promise<void> {
  const until = Date.now() + 20_000
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(50)
    }
  }
}
