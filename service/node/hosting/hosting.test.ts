import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeAppFolder } from '../../testing/app-folder.ts'
import { builtService } from '../../testing/built-service.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startRedis } from '../../testing/redis-server.ts'
import { type ServiceProcess, startServiceProcess } from '../../testing/service-process.ts'
import {
  endChild,
  findProgram,
  freePort,
  runProgram,
  whenReady,
} from '../../testing/system-server.ts'
import { hostingText } from './hosting.ts'

const postgres = await startPostgres()
const redis = await startRedis()
const nginx = findProgram('nginx')
if (nginx === undefined)
  process.stderr.write('Skipped: nginx is not installed (Debian package nginx-light).\n')
const built = builtService()
afterAll(async () => {
  await Promise.all([postgres?.stop(), redis?.stop()])
})

it('prints the same for Caddy, with the policy of this build', () => {
  const text = hostingText({
    server: 'caddy',
    appFolder: makeAppFolder(),
    publicOrigin: 'https://playground.example.com',
    processes: ['127.0.0.1:4310', '127.0.0.1:4311'],
    apiOrigins: ['https://api.example.com'],
  })
  expect(text).toMatch(/^https:\/\/playground\.example\.com \{$/m)
  expect(text).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/)
  expect(text).toContain("connect-src 'self' https://api.example.com;")
  expect(text).toContain('reverse_proxy 127.0.0.1:4310 127.0.0.1:4311')
  expect(text).not.toContain('report-to')
})

describe.skipIf(!(postgres && redis && nginx))('two processes behind nginx', () => {
  const key = 'behind-a-proxy'
  const processes: ServiceProcess[] = []
  let origin = ''
  let stopNginx = () => Promise.resolve()
  beforeAll(async () => {
    if (!postgres || !redis || nginx === undefined) return
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const env = {
      DATABASE_URL: await postgres.newDatabase(),
      REDIS_URL: redis.url,
      VENDOR_API_KEYS: key,
      HOME: built.folder(),
    }
    for (const name of ['one', 'two'])
      processes.push(
        await startServiceProcess(
          built.entry(),
          ['--data', join(built.folder(), name), '--public-url', origin, '--trust-proxy'],
          env,
        ),
      )
    const home = join(built.folder(), 'nginx')
    mkdirSync(home)
    const site = hostingText({
      server: 'nginx',
      appFolder: makeAppFolder(),
      publicOrigin: origin,
      processes: processes.map((one) => new URL(one.origin).host),
      apiOrigins: [],
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${home}/${name};`,
    )
    const main = [
      // Folders of a test can be read by whoever made them.
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${home}/pid; error_log ${home}/error.log; events {}`,
      `http { access_log off; types { text/html html; text/javascript js; text/css css; }`,
      ...temporary,
      site,
      '}',
    ].join('\n')
    const file = join(home, 'nginx.conf')
    writeFileSync(file, main)
    const flags = ['-p', home, '-e', join(home, 'error.log'), '-c', file]
    await runProgram(nginx, [...flags, '-t'])
    const child = spawn(nginx, flags, { stdio: 'ignore' })
    stopNginx = () => endChild(child)
    await whenReady(() => fetch(origin))
  })
  afterAll(async () => {
    await stopNginx()
    await Promise.all(processes.map((one) => one.kill()))
  })

  const chat = (content: string, more: object = {}) =>
    fetch(`${origin}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'sandbox-fast',
        messages: [{ role: 'user', content }],
        ...more,
      }),
    })

  it('serve the page under the policy, its assets for ever, and a configuration without a key', async () => {
    for (const path of ['/', '/chat', '/wallet/anything']) {
      const page = await fetch(`${origin}${path}`)
      expect(await page.text()).toContain('importmap')
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-.*require-trusted-types-for 'script'/,
      )
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    }
    const script = await fetch(`${origin}/assets/index-abcdef12.js`)
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(script.headers.get('content-security-policy')).toContain("script-src 'self'")
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const config = await fetch(`${origin}/config.json`, { headers })
    expect(await config.json()).toEqual({
      mode: 'relay',
      baseUrl: `${origin}/api/v1`,
      providerName: 'vendor',
      apiOrigins: [],
      fixedOrigins: true,
    })
    const own = await rawRequest(`${processes[0]?.origin}/config.json`, {
      headers: { ...headers, Host: new URL(origin).host },
    })
    expect(own.status).toBe(200)
    expect(own.body.toString()).not.toContain(processes[0]?.apiKey)
  })

  it('answer the API under the public name, and stream as the answer is made', async () => {
    const whole = await chat('/tokens 5')
    expect(whole.status).toBe(200)
    expect(whole.headers.get('x-ratelimit-remaining-requests')).toMatch(/^\d+$/)
    const discovery = await fetch(`${origin}/api/v1/chat/completions`, { method: 'POST' })
    expect(discovery.status).toBe(402)
    const { resource, extensions } = JSON.parse(await discovery.text())
    expect(resource.url).toBe(`${origin}/api/v1/chat/completions`)
    expect(extensions['sign-in-with-x'].info.domain).toBe(new URL(origin).host)
    const stream = await chat('/tokens 40 /rate 40', { stream: true })
    const arrivals: number[] = []
    for await (const _ of stream.body ?? []) arrivals.push(performance.now())
    // Not held back until the end.
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(300)
  })

  it('refuse another name, and the page of another site', async () => {
    for (const headers of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }]) {
      const refused = await rawRequest(`${processes[0]?.baseUrl}/models`, { headers })
      expect([403, 421]).toContain(refused.status)
    }
    expect((await fetch(`${origin}/api/v1/models`, { headers: { Origin: origin } })).status).toBe(
      200,
    )
  })

  it('lose no request and no stream while one of them ends', async () => {
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => chat('/tokens 60 /rate 60', { stream: true })),
    )
    const texts = streams.map((one) => one.text())
    const stopped = processes[1]?.stop()
    const statuses: number[] = []
    for (let request = 0; request < 20; request += 1)
      statuses.push((await chat('/tokens 1')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await Promise.all(texts)).every((text) => text.endsWith('data: [DONE]\n\n'))).toBe(true)
    expect(await stopped).toBe(0)
  })
})
