import { mkdtemp, readFile, rm } from 'node:fs/promises'
// @ts-check
/**
 * Main-thread cost of a streaming answer: ours beside plain text, streamdown and react-markdown,
 * in one run of one browser, repetitions interleaved.
 */
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright'
import { build } from 'vite'

import { launchOptions } from '../../scripts/browser.mjs'

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
/** @typedef {{ variant: string, tokens: number, stream: number, repetitions: number }} Case */
/** @typedef {{ cost: number, longest: number, finish: number }} Measured */

const here = path.dirname(fileURLToPath(import.meta.url))

/** Every way shows the same 500 tokens after the same answer. @type {Case[]} */
const cases = [1000, 4000, 16_000, 64_000].flatMap((tokens) => [
  { variant: 'floor', tokens, stream: 500, repetitions: 5 },
  { variant: 'ours', tokens, stream: 500, repetitions: 5 },
  ...(tokens > 16_000
    ? []
    : [
        { variant: 'streamdown', tokens, stream: 500, repetitions: 5 },
        { variant: 'react-markdown', tokens, stream: 500, repetitions: tokens > 4000 ? 2 : 3 },
      ]),
])

/** Measures everything; takes about four minutes, less where the machine is idle. @returns {Promise<BenchRow[]>} */
export async function streamingBench() {
  const folder = await mkdtemp(path.join(tmpdir(), 'streaming-bench-'))
  await build({
    configFile: path.join(here, 'vite.config.ts'),
    build: { outDir: folder, emptyOutDir: true },
  })
  const { origin, close } = await serve(folder)
  const browser = await chromium.launch(launchOptions())
  try {
    const results = await measureAll(browser, origin, cases)
    return rowsOf(results)
  } finally {
    await browser.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {Map<string, Measured[]>} results @returns {BenchRow[]} */
function rowsOf(results) {
  /** @param {string} variant @param {number} tokens @param {keyof Measured} what */
  const of = (variant, tokens, what = 'cost') =>
    median((results.get(`${variant} ${tokens}`) ?? []).map((measured) => measured[what]))
  const unit = 'ms/1k tokens'
  /** @param {number} tokens @param {string} baseline @param {string} budget */
  const beside = (tokens, baseline, budget) =>
    row(
      `streaming Markdown, ${tokens / 1000}k tokens on screen`,
      of('ours', tokens),
      of(baseline, tokens),
      baseline,
      budget,
      unit,
    )
  // The machine may stop a task half-way, so a single long one says nothing.
  const longest = [1000, 4000, 16_000, 64_000].flatMap((tokens) => [
    of('ours', tokens, 'longest'),
    of('ours', tokens, 'finish'),
  ])
  return [
    beside(1000, 'floor', '-'),
    beside(4000, 'floor', '-'),
    beside(16_000, 'floor', '≤ 2, goal 1.5'),
    beside(64_000, 'floor', '-'),
    row(
      'streaming Markdown, growth from 1k to 64k',
      of('ours', 64_000),
      of('ours', 1000),
      'ours at 1k',
      '≤ 1.3',
      unit,
    ),
    beside(1000, 'streamdown', '-'),
    beside(4000, 'streamdown', '-'),
    beside(16_000, 'streamdown', '≤ 0.2'),
    beside(1000, 'react-markdown', '-'),
    beside(4000, 'react-markdown', '-'),
    beside(16_000, 'react-markdown', '≤ 0.04'),
    row(
      'streaming Markdown, longest task',
      Math.max(0, ...longest),
      50,
      'limit',
      '≤ 1; 0 when none passed 50 ms',
      'ms',
    ),
  ]
}

/**
 * @param {string} name @param {number} ours @param {number} baseline @param {string} baselineName
 * @param {string} budget @param {string} unit @returns {BenchRow}
 */
function row(name, ours, baseline, baselineName, budget, unit) {
  return { name, ours, baseline, baselineName, ratio: ours / baseline, budget, unit }
}

/**
 * @param {import('playwright').Browser} browser @param {string} origin @param {Case[]} list
 * @returns {Promise<Map<string, Measured[]>>}
 */
async function measureAll(browser, origin, list) {
  /** @type {Map<string, Measured[]>} */
  const results = new Map()
  for (let repetition = 0; repetition < 5; repetition += 1) {
    for (const one of list) {
      if (repetition >= one.repetitions) continue
      const key = `${one.variant} ${one.tokens}`
      const measured = await measure(browser, origin, one)
      results.set(key, [...(results.get(key) ?? []), measured])
    }
  }
  return results
}

/**
 * One stream in a fresh page.
 * @param {import('playwright').Browser} browser @param {string} origin @param {Case} one
 * @returns {Promise<Measured>}
 */
export async function measure(browser, origin, { variant, tokens, stream }) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
  try {
    await page.goto(`${origin}/?variant=${variant}&tokens=${tokens}&stream=${stream}`)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const taskTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    }
    await quiet(page, taskTime)
    await page.evaluate('bench.takeLongest()')
    const before = await taskTime()
    await page.evaluate('bench.streamRest()')
    const cost = (((await taskTime()) - before) * 1000 * 1000) / stream
    const longest = /** @type {number} */ (await page.evaluate('bench.takeLongest()'))
    await page.evaluate('bench.finish()')
    await quiet(page, taskTime)
    const finish = /** @type {number} */ (await page.evaluate('bench.takeLongest()'))
    return { cost, longest, finish }
  } finally {
    await page.close()
  }
}

/**
 * Waits until the page does next to nothing for a while.
 * @param {import('playwright').Page} page @param {() => Promise<number>} taskTime
 */
async function quiet(page, taskTime) {
  let last = await taskTime()
  for (let calm = 0; calm < 2;) {
    await page.waitForTimeout(100)
    const now = await taskTime()
    calm = now - last < 0.01 ? calm + 1 : 0
    last = now
  }
}

/** @param {string} folder @returns {Promise<{ origin: string, close: () => Promise<void> }>} */
export async function serve(folder) {
  const types = new Map([
    ['.html', 'text/html; charset=utf-8'],
    ['.js', 'text/javascript'],
    ['.css', 'text/css'],
  ])
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const name = url.pathname === '/' ? 'index.html' : path.normalize(url.pathname)
    readFile(path.join(folder, name)).then(
      (body) => {
        response.setHeader(
          'content-type',
          types.get(path.extname(name)) ?? 'application/octet-stream',
        )
        // Ours is measured as it is shipped: with Trusted Types enforced.
        if (url.searchParams.get('variant') === 'ours') {
          response.setHeader(
            'content-security-policy',
            "default-src 'self'; require-trusted-types-for 'script'; trusted-types pg-worker",
          )
        }
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  }
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const {
    name,
    ours,
    baseline,
    baselineName,
    ratio,
    budget,
    unit,
  } of await streamingBench()) {
    console.log(
      `${name}: ${ours.toFixed(0)} / ${baseline.toFixed(0)} (${baselineName}) = ${ratio.toFixed(2)} (budget ${budget}) ${unit}`,
    )
  }
}
