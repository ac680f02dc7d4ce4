import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { readJson, type JsonObject } from '../../../../contract/json.ts'
import { startTestService, type TestService } from '../../../../service/testing/start-service.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { codeRequest } from './code-request.ts'
import { vitestCode } from './vitest.ts'

let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService({ flags: ['--rate', '0'] })
  folder = mkdtempSync(path.join(tmpdir(), 'generated-tests-'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'vitest.config.js'), 'export default {}')
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const user = (content: string, more: JsonObject = {}): JsonObject => ({
  model: 'sandbox-chat',
  messages: [{ role: 'user', content }],
  ...more,
})

const CASES: readonly [name: string, path: string, body: JsonObject | undefined][] = [
  ['whole', '/chat/completions', user('Hello "you"\n${x}', { seed: 7 })],
  ['stream', '/chat/completions', user('/tokens 30', { stream: true, seed: 1 })],
  ['choices', '/chat/completions', user('Hello', { stream: true, n: 2 })],
  [
    'tool',
    '/chat/completions',
    user('What is the weather in Lisbon?', {
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
      ],
    }),
  ],
  ['schema', '/chat/completions', user('Hello', { response_format: { type: 'json_object' } })],
  ['refused', '/chat/completions', user('Hello', { temperature: 99 })],
  ['models', '/models?type=text', undefined],
  ['cut', '/chat/completions', user('/cut 5', { stream: true })],
]

/** The exchange as the page would have it. */
async function exchangeOf(at: string, body: JsonObject | undefined): Promise<Exchange> {
  const response = await service.call(at, body)
  const headers = [...response.headers]
  let text = ''
  let isCut = false
  try {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true })
  } catch {
    isCut = true
  }
  const value = readJson(text)
  const events = text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [{ at: 1, data: line.slice(6) }] : []))
  return {
    id: 'one',
    connection: { id: 'local', name: 'This machine' },
    startedAt: 0,
    providerName: 'vendor',
    background: false,
    request: {
      method: body === undefined ? 'GET' : 'POST',
      url: service.baseUrl + at,
      path: at,
      headers: [['Authorization', '<redacted 51 chars>']],
      bytes: 0,
      ...(body === undefined ? {} : { body }),
    },
    outcome: isCut ? 'cut' : response.ok ? 'done' : 'failed',
    timing: {},
    status: response.status,
    headers,
    ...(value === undefined ? {} : { body: { kind: 'json', value, bytes: text.length } }),
    events,
    eventCount: events.length,
    receipt: {},
  }
}

async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      VITEST: '',
      NODE_OPTIONS: '',
      VENDOR_BASE_URL: service.baseUrl,
      VENDOR_API_KEY: service.apiKey,
    },
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, output }
}

it('behavior: tests for Vitest pass as they are written', async () => {
  for (const [name, at, body] of CASES)
    writeFileSync(
      path.join(folder, `${name}.test.ts`),
      vitestCode(codeRequest(await exchangeOf(at, body))),
    )
  const { code, output } = await run(process.execPath, [
    path.resolve('node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    folder,
    '--maxWorkers=1',
  ])
  expect(output).toContain(`${CASES.length} passed`)
  expect(code).toBe(0)
})
