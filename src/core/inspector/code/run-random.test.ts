import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { JsonObject } from '../../../../contract/json.ts'
import { startTestService, type TestService } from '../../../../service/testing/start-service.ts'
import { ATTACHED, randomRequests } from '../testing/random-requests.ts'
import { type CodeRequest, codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { javascriptCode } from './javascript.ts'
import { fetchCode, pythonCode } from './request-code.ts'

/*
 * Code that is shown has to run and send what the page would send. Each language runs every snippet
 * in one process, against a server that records what it receives under the number in the address and
 * asks the local service what it says to that.
 */

const COUNT = 300
const KEY = 'a-key-of-the-environment'
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const bodies = fc.sample(randomRequests('vendor'), { numRuns: COUNT, seed: 20_260_708 })

interface Received {
  authorization: string | undefined
  type: string | undefined
  body: unknown
  /** What the local service answers it with. */
  status: number
}

let server: Server
let origin: string
let folder: string
let received: Map<number, Received[]>
let service: TestService
/** What the local service answers each body with, as the page sends it. */
let statuses: readonly number[]

/** Enough that none of them reaches a limit. */
const serviceKeys = Array.from({ length: 120 }, (_, index) => `key-${index}`)
let turn = 0

/** How the local service validates a body; its answer is not waited for. */
async function statusOf(body: unknown): Promise<number> {
  turn += 1
  const response = await service.call('/chat/completions', body, {
    Authorization: `Bearer ${serviceKeys[turn % serviceKeys.length] ?? ''}`,
    // What it says is not read.
    'Accept-Encoding': 'identity',
  })
  await response.body?.cancel()
  return response.status
}

beforeAll(async () => {
  service = await startTestService({ env: { VENDOR_API_KEYS: serviceKeys.join(',') } })
  statuses = await Promise.all(bodies.map(statusOf))
  folder = mkdtempSync(path.join(tmpdir(), 'random-code-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [name, bytes] of Object.entries(ATTACHED))
    writeFileSync(path.join(folder, name), bytes)
  server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    const answer = async () => {
      const text = Buffer.concat(pieces).toString()
      const body = JSON.parse(text) as JsonObject
      const number = Number(/^\/(\d+)\/api\/v1\/chat\/completions$/.exec(request.url ?? '')?.[1])
      const { authorization, 'content-type': type } = request.headers
      const status = await statusOf(body)
      received.set(number, [...(received.get(number) ?? []), { authorization, type, body, status }])
      const isStream = body['stream'] === true
      const choice = { index: 0, delta: { content: 'Hello' }, message: { content: 'Hello' } }
      const json = JSON.stringify({ choices: [choice] })
      response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
      response.end(isStream ? `data: ${json}\n\ndata: [DONE]\n\n` : json)
    }
    request.on('end', () => void answer())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((done) => server.close(done))
  await service.stop()
})

it('most of the configurations are answered by the local service', () => {
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(COUNT / 4)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

function requestOf(body: JsonObject, number: number): CodeRequest {
  const at = '/chat/completions'
  return codeRequest({
    connection: { id: 'local', name: 'This machine' },
    request: {
      method: 'POST',
      url: `${origin}/${number}/api/v1${at}`,
      path: at,
      headers: [['Authorization', '<redacted 51 chars>']],
      bytes: 0,
      body,
    },
    headers: [],
  })
}

async function run(command: string, argument: string): Promise<void> {
  const child = spawn(command, [argument], {
    cwd: folder,
    env: { ...process.env, VENDOR_API_KEY: KEY, PYTHONUTF8: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (piece) => (errors += String(piece)))
  await new Promise((done) => child.on('close', done))
  expect(errors).toBe('')
}

/** What the server has to have received when every snippet ran once. */
function expected(): Map<number, Received[]> {
  const type = 'application/json'
  const authorization = `Bearer ${KEY}`
  return new Map(
    bodies.map((body, number) => {
      const status = statuses[number] ?? 0
      return [number, [{ authorization, type, body, status }]]
    }),
  )
}

/** Runs every snippet as a module in one process of Node. */
async function runModules(write: (request: CodeRequest) => string, kind: string): Promise<void> {
  received = new Map()
  const names = bodies.map((body, number) => {
    const name = `${kind}-${number}.mjs`
    writeFileSync(path.join(folder, name), write(requestOf(body, number)))
    return `./${name}`
  })
  const runner = path.join(folder, `${kind}.mjs`)
  writeFileSync(runner, `for (const name of ${JSON.stringify(names)}) await import(name)\n`)
  await run(process.execPath, runner)
}

it(`JavaScript with openai sends what the page would, ${COUNT} configurations`, async () => {
  await runModules(javascriptCode, 'openai')
  expect(received).toEqual(expected())
})

it(`fetch sends what the page would, ${COUNT} configurations`, async () => {
  await runModules(fetchCode, 'fetch')
  expect(received).toEqual(expected())
})

it(`curl sends what the page would, ${COUNT} configurations`, async () => {
  received = new Map()
  const script = path.join(folder, 'curl.sh')
  const commands = bodies.map((body, number) => curlCode(requestOf(body, number)))
  writeFileSync(
    script,
    `set -eu\ncurl() { command curl --silent --show-error "$@"; }\n${commands.join('\n')}`,
  )
  await run('bash', script)
  expect(received).toEqual(expected())
})

it('fetch code is strict TypeScript', () => {
  const files = bodies.slice(0, 20).map((body, number) => {
    const file = path.join(folder, `typed-${number}.mts`)
    writeFileSync(file, fetchCode(requestOf(body, number)))
    return file
  })
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext']
  const types = ['--types', 'node', '--skipLibCheck', '--ignoreConfig']
  const compiler = path.join(root, 'node_modules/.bin/tsc')
  const done = spawnSync(compiler, [...options, ...types, ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(done.stdout).toBe('')
})

const python = spawnSync('python3', ['-c', 'import openai'], { encoding: 'utf8' })
const noPython =
  python.error?.message ??
  (python.status === 0 ? undefined : python.stderr.trim().split('\n').at(-1))
if (noPython !== undefined)
  process.stdout.write(`Python code is not run with the real client here: ${noPython}.\n`)

it.skipIf(noPython !== undefined)(
  `Python with openai sends what the page would, ${COUNT} configurations (where the package is installed)`,
  async () => {
    received = new Map()
    const runner = path.join(folder, 'python.py')
    const snippets = bodies.map((body, number) => pythonCode(requestOf(body, number)))
    writeFileSync(path.join(folder, 'snippets.json'), JSON.stringify(snippets))
    writeFileSync(
      runner,
      'import json\nfor code in json.load(open("snippets.json")): exec(code, {})\n',
    )
    await run('python3', runner)
    expect(received).toEqual(expected())
  },
  120_000,
)
