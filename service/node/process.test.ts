import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { builtService } from '../testing/built-service.ts'
import { chunksOf } from '../testing/read-stream.ts'

const built = builtService()

interface Run {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  ready: () => Promise<{ baseUrl: string; appUrl: string; apiKey: string }>
  exit: Promise<number | null>
}

function run(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [built.entry(), ...args], {
    env: { PATH: process.env['PATH'], HOME: built.folder(), ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => (stdout += String(data)))
  child.stderr.on('data', (data) => (stderr += String(data)))
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    ready: async () => {
      while (!stdout.includes('\n')) {
        const event = await Promise.race([once(child.stdout, 'data'), exit])
        if (!Array.isArray(event)) throw new Error(`It ended before it was ready: ${stderr}`)
      }
      return JSON.parse(stdout)
    },
  }
}

const post = (baseUrl: string, apiKey: string, body: object) =>
  fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox-chat', ...body }),
  })

// A start takes as long as the machine needs for it.
describe('the service as a process', { timeout: 240_000 }, () => {
  it('behavior: tells a person the key that copied code needs, and what became of the upstream', async () => {
    const upstream = ['--upstream', 'http://127.0.0.1:9/v1']
    const service = run([
      '--api-only',
      '--data',
      join(built.folder(), 'person'),
      '--port',
      '0',
      ...upstream,
    ])
    while (!service.stdout().includes("can't be reached"))
      await once(service.child.stdout ?? service.child, 'data')
    const [, key = ''] = /API key: (\S+) /.exec(service.stdout()) ?? []
    const [, baseUrl = ''] = /(http:\S+\/api\/v1)/.exec(service.stdout()) ?? []
    const answer = await post(baseUrl, key, { messages: [{ role: 'user', content: 'x' }] })
    expect(answer.status).toBe(200)
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  })

  it('prints one line of JSON, logs elsewhere, ends running streams, and exits 0 on SIGTERM', async () => {
    const service = run(['--json', '--memory', '--port', '0'])
    const { baseUrl, appUrl, apiKey } = await service.ready()
    expect(new URL(appUrl).hostname).toBe('127.0.0.1')
    const response = await post(baseUrl, apiKey, {
      stream: true,
      messages: [{ role: 'user', content: '/tokens 30 /rate 60' }],
    })
    service.child.kill('SIGTERM')
    const chunks = await chunksOf(response)
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(30)
    expect(await service.exit).toBe(0)
    expect(service.stdout().trim().split('\n')).toHaveLength(1)
    const log = service
      .stderr()
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(log).toContainEqual(
      expect.objectContaining({ path: '/api/v1/chat/completions', status: 200 }),
    )
    await expect(fetch(`${baseUrl}/models`)).rejects.toBeInstanceOf(Error)
  })

  it('talks to people without --json, and is quiet on standard error', async () => {
    const service = run(['--memory', '--port', '0'])
    await expect.poll(service.stdout, { timeout: 120_000 }).toContain('Ctrl+C')
    expect(service.stdout()).toMatch(/http:\/\/127\.0\.0\.1:\d+\//)
    service.child.kill('SIGINT')
    expect(await service.exit).toBe(0)
    expect(service.stderr()).toBe('')
  })

  it('keeps key, balance and nothing readable across restarts', async () => {
    const args = ['--json', '--port', '0', '--data', join(built.folder(), 'kept')]
    const first = run(args)
    const one = await first.ready()
    await (
      await post(one.baseUrl, one.apiKey, { messages: [{ role: 'user', content: '/tokens 1000' }] })
    ).json()
    first.child.kill('SIGKILL')
    await first.exit
    const second = run(args)
    const two = await second.ready()
    expect(two.apiKey).toBe(one.apiKey)
    const response = await post(two.baseUrl, two.apiKey, {
      messages: [{ role: 'user', content: 'x' }],
    })
    expect(Number(response.headers.get('x-vendor-balance-usd'))).toBeCloseTo(10 - 0.0028, 4)
    second.child.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })

  it('reads a file in a thread of its own', async () => {
    const service = run(['--json', '--memory', '--port', '0'])
    const { baseUrl, apiKey } = await service.ready()
    const file_data = `data:,${encodeURIComponent('Some words')}`
    const response = await post(baseUrl, apiKey, {
      model: 'sandbox-media',
      messages: [{ role: 'user', content: [{ type: 'file', file: { file_data } }] }],
    })
    expect(await response.text()).toContain('plain text, 10 characters')
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  })

  it('puts its data where the system keeps a user’s data', async () => {
    const service = run(['--port', '0'], { XDG_DATA_HOME: join(built.folder(), 'xdg') })
    await expect
      .poll(service.stdout, { timeout: 120_000 })
      .toContain(join(built.folder(), 'xdg', 'vendor-playground'))
    service.child.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  })

  it('says in one line that a port is in use, and takes the next one when none was asked for', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const refused = run(['--json', '--memory', '--port', String(port)])
    expect(await refused.exit).toBe(1)
    expect(refused.stderr()).toBe(
      `Port ${port} on 127.0.0.1 is in use. Choose another with --port N, or leave --port out.\n`,
    )
    expect(refused.stdout()).toBe('')
    taken.close()

    const [a, b] = [run(['--json', '--memory']), run(['--json', '--memory'])]
    const [first, second] = await Promise.all([a.ready(), b.ready()])
    expect(first.appUrl).not.toBe(second.appUrl)
    for (const { appUrl } of [first, second])
      expect(Number(new URL(appUrl).port)).toBeGreaterThanOrEqual(4310)
    for (const service of [a, b]) service.child.kill('SIGTERM')
    expect(await Promise.all([a.exit, b.exit])).toEqual([0, 0])
  })

  it('says in one line what is wrong with a data directory or a flag', async () => {
    const file = join(built.folder(), 'a-file')
    writeFileSync(file, '')
    for (const [args, words] of [
      [['--data', join(file, 'x')], 'Cannot write to the data directory'],
      [['--port', 'x'], '--port is "x"'],
      [['--host', '192.0.2.1', '--memory'], 'Cannot listen on 192.0.2.1'],
    ] as const) {
      const service = run([...args])
      expect(await service.exit).toBe(1)
      expect(service.stderr()).toContain(words)
      expect(service.stderr().trim()).not.toContain('\n')
    }
  })
  it('ends at once with one line when what it kept cannot be used', async () => {
    for (const [name, words] of [
      ['vendor.sqlite', 'it is damaged, or no database'],
      ['chain-seed', 'does not contain a chain seed'],
    ] as const) {
      const folder = join(built.folder(), `spoiled-${name}`)
      mkdirSync(folder)
      writeFileSync(join(folder, name), 'no\u0000 such thing')
      const service = run(['--json', '--port', '0', '--data', folder])
      expect([name, await service.exit]).toEqual([name, 1])
      expect(service.stderr()).toContain(words)
      expect(service.stderr().trim()).not.toContain('\n')
      expect(service.stdout()).toBe('')
      expect(readFileSync(join(folder, name), 'utf8')).toBe('no\u0000 such thing')
    }
  })

  it('has its data directory to itself, and tells a second one where it is', async () => {
    const args = ['--json', '--port', '0', '--data', join(built.folder(), 'shared')]
    const first = run(args)
    const { appUrl } = await first.ready()
    const second = run(args)
    expect(await second.exit).toBe(1)
    expect(second.stderr()).toContain(
      `Another service (process ${first.child.pid}) at ${appUrl} uses the data directory`,
    )
    expect(second.stderr().trim()).not.toContain('\n')
    // A killed one has nothing any more, whatever it left behind.
    first.child.kill('SIGKILL')
    await first.exit
    const third = run(args)
    await third.ready()
    third.child.kill('SIGTERM')
    expect(await third.exit).toBe(0)
  })
})
