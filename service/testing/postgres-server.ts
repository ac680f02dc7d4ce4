import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import postgres from 'postgres'

import {
  endChild,
  findProgram,
  freePort,
  ordinaryUser,
  postgresFolders,
  runProgram,
  whenReady,
} from './system-server.ts'

/** A Postgres that belongs to one test file. */
export interface PostgresServer {
  /** Makes an empty database; its address. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a Postgres on a free port of loopback, with its data in a folder of its own. Undefined, with
 * a line that says so, where the system has none.
 */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const folders = postgresFolders()
  const [initdb, server] = [findProgram('initdb', folders), findProgram('postgres', folders)]
  if (initdb === undefined || server === undefined) {
    process.stderr.write('Skipped: Postgres is not installed (Debian package postgresql).\n')
    return undefined
  }
  const user = ordinaryUser()
  const home = mkdtempSync(path.join(tmpdir(), 'test-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid)
  const data = path.join(home, 'data')
  await runProgram(
    initdb,
    ['-D', data, '-U', 'test', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    user,
  )
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  // What is tested is never a crash of Postgres itself.
  const child = spawn(
    server,
    ['-D', data, ...[...settings, 'fsync=off'].flatMap((setting) => ['-c', setting])],
    { ...user, stdio: 'ignore' },
  )
  const url = (name: string) => `postgres://test@127.0.0.1:${port}/${name}`
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => undefined })
  await whenReady(() => admin.unsafe('SELECT 1'))
  let databases = 0
  return {
    newDatabase: async () => {
      databases += 1
      const name = `test_${databases}`
      await admin.unsafe(`CREATE DATABASE ${name}`)
      return url(name)
    },
    stop: async () => {
      await admin.end({ timeout: 1 })
      // The fast way: it does not wait for its clients to leave.
      await endChild(child, 'SIGINT')
      rmSync(home, { recursive: true })
    },
  }
}
