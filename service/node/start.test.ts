import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'libsql'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestService, type TestService } from '../testing/start-service.ts'

const running: TestService[] = []
const folders: string[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  folders.push(folder)
  return folder
}

async function start(folder: string, ...flags: string[]): Promise<TestService> {
  const service = await startTestService({ flags: ['--data', folder, ...flags] })
  running.push(service)
  return service
}

describe('a data directory with something else in it', () => {
  /** What a service left that was used and ended. */
  let used: string
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-used-'))
    const service = await startTestService({ flags: ['--data', folder] })
    await (await service.chat('Hello')).text()
    await service.stop()
    used = folder
    return () => rmSync(folder, { recursive: true })
  })

  const overwrite = (path: string, from: number, length: number) => {
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(7, from, from + length))
  }
  const directory = (path: string) => {
    rmSync(path, { force: true })
    mkdirSync(path)
  }
  it.each<[string, string, (path: string) => void, string]>([
    ['a text', 'vendor.sqlite', (path) => writeFileSync(path, 'x'.repeat(5000)), 'it is damaged'],
    ['a damaged page', 'vendor.sqlite', (path) => overwrite(path, 4096, 8192), 'it is damaged'],
    ['a directory', 'vendor.sqlite', directory, 'it is damaged, or no database'],
    [
      'a newer schema',
      'vendor.sqlite',
      (path) => new Database(path).exec('INSERT INTO migrations VALUES (99, 1)'),
      'a newer version of this service wrote it',
    ],
    ['a directory', 'api-key', directory, 'Cannot use the key file'],
    [
      'bytes',
      'api-key',
      (path) => writeFileSync(path, '\u0000\u0001'),
      "doesn't contain an API key",
    ],
    ['a text', 'chain-seed', (path) => writeFileSync(path, 'abc'), 'does not contain a chain seed'],
    ['a directory', 'chain-seed', directory, 'Cannot use the chain seed'],
    ['a directory', 'service.lock', directory, 'Cannot lock the data directory'],
  ])(
    '(%s as %s) is refused in plain words, and left as it is',
    async (_what, name, spoil, words) => {
      const folder = newFolder()
      cpSync(used, folder, { recursive: true })
      const path = join(folder, name)
      spoil(path)
      const bytes = () => (statSync(path).isDirectory() ? 'a directory' : readFileSync(path, 'hex'))
      const before = bytes()
      const refusal = await start(folder).catch((error: unknown) => error)
      const message = refusal instanceof Error ? refusal.message : ''
      expect(message).toContain(words)
      expect(message).toContain(path)
      expect(message).not.toContain('\n')
      expect(bytes()).toBe(before)
    },
  )
})

describe('a start that fails half-way', () => {
  it('leaves neither a socket nor a lock behind', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const { port } = new URL(first.origin)
    await first.stop()
    const seed = join(folder, 'chain-seed')
    writeFileSync(seed, 'abc')
    await expect(start(folder, '--port', port)).rejects.toThrow('does not contain a chain seed')
    rmSync(seed)
    const second = await start(folder, '--port', port)
    expect((await second.call('/models')).status).toBe(200)
  })
})

describe('two services on one data directory', () => {
  it('are one: the second is told where the first is', async () => {
    const folder = newFolder()
    const first = await start(folder)
    await expect(start(folder)).rejects.toThrow(
      `Another service (process ${process.pid}) at ${first.appUrl} uses the data directory ${folder}.`,
    )
    expect((await first.call('/models')).status).toBe(200)
    await first.stop()
    expect(existsSync(join(folder, 'service.json'))).toBe(false)
    expect((await (await start(folder)).call('/models')).status).toBe(200)
  })

  it('may be two when one only relays', async () => {
    const folder = newFolder()
    const first = await start(folder)
    const relay = await start(folder, '--relay', `${first.origin}/api/v1`)
    const answer = await fetch(`${relay.baseUrl}/models`, {
      headers: { Authorization: `Bearer ${first.apiKey}` },
    })
    expect(answer.status).toBe(200)
    // The page is told whom its wallets would sign for: scheme and host, and nothing else.
    const config = (await (await fetch(`${relay.origin}/config.json`)).json()) as object
    expect(config).toMatchObject({ mode: 'relay', upstreamOrigin: first.origin })
  })
})

it('answers what a proxy had connected when it stops: what waits to be accepted is not reset', async () => {
  const service = await startTestService({ flags: ['--trust-proxy'] })
  const { port } = new URL(service.origin)
  const answers = Array.from(
    { length: 20 },
    () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        let text = ''
        socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        socket.on('end', () => resolve(text)).on('error', reject)
        socket.write(`GET /api/v1/models HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
      }),
  )
  // The system has connected them now; the service has accepted none.
  await new Promise((resolve) => process.nextTick(resolve))
  const stopped = service.stop()
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^connection: close\r$/im)
  }
  await stopped
})

it('does not wait for a connection that nothing came on: browsers open some ahead of need', async () => {
  const service = await startTestService()
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  await fetch(`${service.baseUrl}/models`)
  // The time after which every connection is closed does not come.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await expect(service.stop()).resolves.toBeUndefined()
  vi.useRealTimers()
  await once(socket.resume(), 'close')
})
