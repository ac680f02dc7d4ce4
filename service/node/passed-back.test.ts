import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestService } from '../testing/start-service.ts'

/** What a page of somebody else would do to the origin of the app. */
const HEADERS = {
  'Content-Type': 'text/html',
  'Content-Security-Policy': "default-src *; form-action *; script-src 'unsafe-inline'",
  'Content-Security-Policy-Report-Only': 'default-src *; report-uri https://evil.example',
  'X-Content-Type-Options': 'none',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'unsafe-url',
  Refresh: '0; url=https://evil.example/',
  'Service-Worker-Allowed': '/',
  'Clear-Site-Data': '"*"',
  'X-Own': 'kept',
}
const HTML = '<form action="https://evil.example"><button>Unlock</button></form>'

let other: Server
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'passed-back-'))
  other = createServer((_, response) => response.writeHead(200, HEADERS).end(HTML))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((done) => other.close(done))
})

it.each(['--relay', '--replay'])(
  'security: a page that comes by %s has no part in the origin of the app',
  async (flag) => {
    const { port } = other.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}/v1`
    const file = join(folder, 'page.har')
    const headers = Object.entries(HEADERS).map(([name, value]) => ({ name, value }))
    const entry = {
      startedDateTime: '2026-11-01T10:00:00.000Z',
      time: 1,
      request: { method: 'GET', url: `${origin}/models`, headers: [] },
      response: { status: 200, headers, content: { mimeType: 'text/html', text: HTML } },
    }
    writeFileSync(file, JSON.stringify({ log: { entries: [entry] } }))
    const service = await startTestService({ flags: [flag, flag === '--relay' ? origin : file] })
    const response = await service.call('/models')
    expect(await response.text()).toBe(HTML)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.* form-action 'none';.*; sandbox$/,
      ),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-own': 'kept',
    })
    for (const name of [
      'refresh',
      'service-worker-allowed',
      'clear-site-data',
      'cross-origin-opener-policy',
      'content-security-policy-report-only',
    ])
      expect(response.headers.has(name), name).toBe(false)
    await service.stop()
  },
)
