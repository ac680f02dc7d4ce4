// @ts-check
/**
 * What the service costs beside a bare Hono handler that writes the same bytes: requests and streamed
 * tokens a second, CPU of a request, memory of an idle stream, and how even many streams at once are.
 * Repetitions are interleaved.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from '../../scripts/checkout.mjs'
import { cpuMs, measureRate, openStreams, residentKiB } from './load.mjs'

/** @typedef {{ name: string, path: string, body: object }} Work */
/** @typedef {{ pid: number, baseUrl: string, apiKey: string, stop: () => Promise<void> }} Running */
/**
 * @typedef {object} BenchRow
 * @property {string} name
 * @property {number} ours
 * @property {number} baseline
 * @property {string} baselineName
 * @property {number} ratio
 * @property {string} budget
 * @property {string} unit
 */

const REPETITIONS = 5
const RUN_MS = 1500
/** So long that every stream of many comes more than once. */
const EVEN_MS = 3000
const TOKENS = 200
const IDLE_STREAMS = 500
const BASELINE = 'bare Hono handler'
/** So many that no key reaches its limits. */
const keys = Array.from({ length: 600 }, (_, index) => `bench-key-${index}`)
const key = (/** @type {number} */ index) => keys[index % keys.length] ?? ''

const ask = (/** @type {string} */ content, more = {}) => ({
  model: 'sandbox-fast',
  max_completion_tokens: TOKENS,
  messages: [{ role: 'user', content }],
  ...more,
})
const whole = ask('/tokens 20')
const stream = ask(`/tokens ${TOKENS} /rate 0`, { stream: true })
const idle = ask('/stall 600', { stream: true })

/**
 * Measures everything; takes about two minutes.
 * @param {{ repetitions?: number }} [options] @returns {Promise<BenchRow[]>}
 */
export async function serviceBench({ repetitions = REPETITIONS } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'service-bench-'))
  /** @type {Running[]} */
  const running = []
  const begin = async (/** @type {string[]} */ command) => {
    const started = await start(command)
    running.push(started)
    return started
  }
  try {
    const service = [path.join(root, 'build/service/main.mjs'), '--json', '--api-only']
    const flags = ['--port', '0', '--tier', 'partner']
    const memory = await begin([...service, ...flags, '--memory'])
    const disk = await begin([...service, ...flags, '--data', path.join(folder, 'data')])
    const recorded = path.join(folder, 'recorded.json')
    writeFileSync(recorded, JSON.stringify(await record(memory)))
    const bare = await begin([
      fileURLToPath(new URL('./bare-handler.mjs', import.meta.url)),
      recorded,
    ])
    return [
      ...(await rateRows({ memory, disk, bare }, repetitions)),
      await evennessRow(memory, repetitions, 200),
      await evennessRow(memory, repetitions, 100, heavyWork()),
      ...(await idleRows(memory, bare)),
    ]
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ memory: Running, disk: Running, bare: Running }} targets @param {number} repetitions
 * @returns {Promise<BenchRow[]>}
 */
async function rateRows(targets, repetitions) {
  const cases = [
    { name: 'whole in memory', target: targets.memory, body: whole, connections: 32 },
    { name: 'whole on disk', target: targets.disk, body: whole, connections: 32 },
    { name: 'whole bare', target: targets.bare, body: whole, connections: 32 },
    { name: 'stream', target: targets.memory, body: stream, connections: 16 },
    { name: 'stream bare', target: targets.bare, body: stream, connections: 16 },
  ]
  /** @type {Record<string, { rate: number[], cpu: number[] }>} */
  const seen = Object.fromEntries(cases.map(({ name }) => [name, { rate: [], cpu: [] }]))
  for (let repetition = -1; repetition < repetitions; repetition += 1)
    for (const { name, target, body, connections } of cases) {
      const before = cpuMs(target.pid)
      const load = { baseUrl: target.baseUrl, key, body, connections }
      const { perSecond, failed } = await measureRate(load, RUN_MS)
      if (failed > 0) throw new Error(`${name}: ${failed} requests were refused`)
      // The first round warms everything up.
      if (repetition < 0) continue
      seen[name]?.rate.push(perSecond)
      seen[name]?.cpu.push((cpuMs(target.pid) - before) / ((perSecond * RUN_MS) / 1000))
    }
  const rate = (/** @type {string} */ name) => median(seen[name]?.rate ?? [])
  const cpu = (/** @type {string} */ name) => median(seen[name]?.cpu ?? [])
  return [
    row(
      'Answers, in memory',
      'requests/s',
      rate('whole in memory'),
      rate('whole bare'),
      'at least 0.35',
    ),
    row(
      'Answers, each durable',
      'requests/s',
      rate('whole on disk'),
      rate('whole bare'),
      'at least 0.3',
    ),
    row(
      'Streamed tokens',
      'tokens/s',
      rate('stream') * TOKENS,
      rate('stream bare') * TOKENS,
      'at least 0.75',
    ),
    row('CPU of an answer', 'ms', cpu('whole in memory'), cpu('whole bare'), 'at most 3'),
    row('CPU of a stream', 'ms', cpu('stream'), cpu('stream bare'), 'at most 1.25'),
  ]
}

/**
 * The slowest of many streams at once beside the middle one: nobody waits for the others.
 * @param {Running} target @param {number} repetitions @param {number} connections @param {Work[]} [beside] what
 *   is asked for again and again meanwhile
 * @returns {Promise<BenchRow>}
 */
async function evennessRow({ baseUrl }, repetitions, connections, beside = []) {
  const load = { baseUrl, key, body: stream, connections }
  /** @type {{ middle: number[], slowest: number[] }} */
  const seen = { middle: [], slowest: [] }
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    const done = new AbortController()
    const others = beside.map((work, index) => repeat(baseUrl, work, index, done.signal))
    const { times, failed } = await measureRate(load, EVEN_MS)
    done.abort()
    await Promise.all(others)
    if (failed > 0) throw new Error(`${failed} streams were refused`)
    if (repetition < 0) continue
    const sorted = times.toSorted((a, b) => a - b)
    seen.middle.push(median(times))
    seen.slowest.push(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
  }
  const besides = beside.length > 0 ? ` beside ${beside.map(({ name }) => name).join(', ')}` : ''
  const name = `p99 of ${connections} streams at once${besides}`
  const figures = row(name, 'ms', median(seen.slowest), median(seen.middle), 'at most 2')
  return { ...figures, baselineName: 'p50 of the same' }
}

/** What holds a service up that does one thing after another. @returns {Work[]} */
function heavyWork() {
  const sample = (/** @type {string} */ name) =>
    readFileSync(path.join(root, 'public/samples', name)).toString('base64')
  const file_data = `data:application/pdf;base64,${sample('quotation.pdf')}`
  const content = [
    { type: 'text', text: '/tokens 5 /rate 0' },
    { type: 'file', file: { filename: 'quotation.pdf', file_data } },
  ]
  const read = { model: 'sandbox-media', messages: [{ role: 'user', content }] }
  return [
    { name: 'a report', path: '/chat/completions', body: ask('/report /rate 0') },
    {
      name: 'an image edit',
      path: '/image/edit',
      body: { prompt: 'grayscale', image: sample('harbour.jpg') },
    },
    { name: 'a document read', path: '/chat/completions', body: read },
  ]
}

/** @param {string} baseUrl @param {Work} work @param {number} index @param {AbortSignal} signal ends it after the response that is under way */
async function repeat(baseUrl, { name, path: to, body }, index, signal) {
  // From the last key on, which the streams come to last.
  for (let asked = 0; !signal.aborted; asked += 1) {
    const response = await fetch(`${baseUrl}${to}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key(keys.length - 1 - index - 3 * (asked % 100))}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const said = await response.text()
    // A limit of its own is no failure: there are fewer of it then.
    if (!response.ok && response.status !== 429)
      throw new Error(`${name} was refused with ${response.status}: ${said}`)
  }
}

/** @param {Running} ours @param {Running} bare @returns {Promise<BenchRow[]>} */
async function idleRows(ours, bare) {
  const perStream = async (/** @type {Running} */ { pid, baseUrl }) => {
    const before = residentKiB(pid)
    const { close } = await openStreams({ baseUrl, key, body: idle, connections: IDLE_STREAMS })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const after = residentKiB(pid)
    close()
    return Math.max(1, (after - before) / IDLE_STREAMS)
  }
  return [
    row(
      'Memory of an idle stream',
      'KiB',
      await perStream(ours),
      await perStream(bare),
      'at most 8 KiB',
    ),
  ]
}

/** What the service writes, for the handler that writes the same. @param {Running} service */
async function record({ baseUrl }) {
  const post = async (/** @type {object} */ body) => {
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key(0)}`,
        'Content-Type': 'application/json',
        'Accept-Encoding': 'identity',
      },
      body: JSON.stringify(body),
    })
    return answer.text()
  }
  const events = (await post(stream)).split(/(?<=\n\n)/)
  // The last two leave together.
  const last = events.splice(-2).join('')
  return { whole: await post(whole), events: [...events, last] }
}

/** @param {string[]} command @returns {Promise<Running>} */
async function start(command) {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, VENDOR_API_KEYS: keys.join(',') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let line = ''
  while (!line.includes('\n')) line += String((await once(child.stdout, 'data'))[0])
  const { baseUrl, apiKey } = JSON.parse(line)
  return {
    pid: child.pid ?? 0,
    baseUrl,
    apiKey,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** @param {string} name @param {string} unit @param {number} ours @param {number} baseline @param {string} budget @returns {BenchRow} */
function row(name, unit, ours, baseline, budget) {
  return { name, ours, baseline, baselineName: BASELINE, ratio: ours / baseline, budget, unit }
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
