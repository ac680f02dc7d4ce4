// @ts-check
/**
 * `npm run bench -- peers`: what the same recorded streams cost in every renderer, on a desktop and on a
 * phone, in one browser, repetitions interleaved. `--write` puts the figures into docs/performance.md.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { build } from 'vite'

import { PlainFailure } from '../../scripts/plain-failure.mjs'
import { openBrowser } from '../bench-browser.mjs'
import { PHONE, slowProcessor } from '../bench-phone.mjs'
import { quiet, taskTimeOf } from '../main-thread.mjs'
import { isDisturbed, loadInWords, watchLoad } from '../report/machine-load.mjs'
import { alternated, median } from '../report/statistics.mjs'
import { serve } from '../streaming/serve.mjs'
import { writeReport } from './peers-report.mjs'
import { recordedStreams } from './recorded-streams.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('../bench-browser.mjs').BenchBrowser} BenchBrowser */
/** @typedef {import('playwright').Page} Page */
/** @typedef {{ cpu: number, dropped: number, longest: number, key: number }} Measured */
/**
 * @typedef {object} Figure medians of one renderer with one stream on one machine
 * @property {string} profile
 * @property {string} stream in words
 * @property {string} renderer
 * @property {Measured} measured ms of the main thread's processor, % of frames, ms of the longest task, ms of a key
 * @property {number} ratio of the processor time to plain text's
 * @property {number} disturbed of the repetitions
 */

const here = path.dirname(fileURLToPath(import.meta.url))

/** By their names here and in the report; the first is the floor. */
const RENDERERS = new Map([
  ['floor', 'plain text'],
  ['ours', 'this playground'],
  ['streamdown', 'streamdown'],
  ['react-markdown', 'react-markdown'],
  ['assistant-ui', 'assistant-ui'],
])
/** @type {Map<string, { options?: import('playwright').BrowserContextOptions, slow?: (page: Page) => Promise<void> }>} */
const PROFILES = new Map([
  ['Desktop', {}],
  ['Phone', { options: PHONE, slow: slowProcessor }],
])
const KEY_EVERY_MS = 80
/** No further round begins that would end later than this, ms. */
const AT_MOST_MS = 14 * 60_000

/**
 * Measures everything; takes up to a quarter of an hour, with `--quick` two minutes.
 * @param {{ repetitions?: number, args?: string[] }} [options] @returns {Promise<BenchRow[]>}
 */
export async function peersBench({ repetitions = 5, args = [] } = {}) {
  const { quick, only, write, whole } = readOptions(args)
  const streams = recordedStreams({ isQuick: quick, isWhole: whole })
  const cases = [...PROFILES.keys()].flatMap((profile) =>
    [...streams.keys()].flatMap((stream) =>
      [...RENDERERS.keys()]
        .filter((renderer) => only === undefined || renderer === 'floor' || renderer === only)
        .map((renderer) => ({ profile, stream, renderer })),
    ),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'peers-bench-'))
  await build({
    configFile: path.join(here, '../streaming/vite.config.ts'),
    root: here,
    build: { outDir: folder, emptyOutDir: true },
  })
  for (const [id, stream] of streams)
    await writeFile(path.join(folder, `${id}.json`), JSON.stringify(stream))
  const { origin, close } = await serve(folder)
  const browser = await openBrowser()
  const stop = watchLoad()
  try {
    /** @type {Map<string, { measured: Measured, disturbed: boolean }[]>} */
    const seen = new Map()
    const started = performance.now()
    let rounds = 0
    for (; rounds < repetitions; rounds += 1) {
      const spent = performance.now() - started
      if (rounds > 0 && !whole && spent + spent / rounds > AT_MOST_MS) break
      for (const one of alternated(cases, rounds)) {
        const stopOne = watchLoad()
        const measured = await measure(browser, origin, one)
        const key = JSON.stringify(one)
        seen.set(key, [...(seen.get(key) ?? []), { measured, disturbed: isDisturbed(stopOne()) }])
      }
      console.log(`Round ${rounds + 1} of ${repetitions} is measured.`)
    }
    const figures = cases.map(({ profile, stream, renderer }) => {
      const of = (/** @type {string} */ name) =>
        seen.get(JSON.stringify({ profile, stream, renderer: name })) ?? []
      const measured = medians(of(renderer).map((one) => one.measured))
      return {
        profile,
        stream: streams.get(stream)?.name ?? stream,
        renderer: RENDERERS.get(renderer) ?? renderer,
        measured,
        ratio: measured.cpu / medians(of('floor').map((one) => one.measured)).cpu,
        disturbed: of(renderer).filter(({ disturbed }) => disturbed).length,
      }
    })
    const load = stop()
    if (write)
      writeReport(figures, {
        at: new Date(),
        machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, Chromium ${browser.version()}`,
        load: loadInWords(load),
        isDisturbed: isDisturbed(load),
        rounds,
        isQuick: quick,
      })
    return figures.map(rowOf)
  } finally {
    stop()
    await browser.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
    },
  })
  if (values.only !== undefined && !RENDERERS.has(values.only))
    throw new PlainFailure(`--only takes one of ${[...RENDERERS.keys()].join(', ')}.`)
  if (values.only !== undefined && values.write)
    throw new PlainFailure('--write needs every renderer: leave --only out.')
  return values
}

/** @param {BenchBrowser} browser @param {string} origin @param {{ profile: string, stream: string, renderer: string }} one */
function measure(browser, origin, { profile, stream, renderer }) {
  const { options, slow } = PROFILES.get(profile) ?? {}
  return browser.onPage(
    `${origin}/?variant=${renderer}&stream=${stream}`,
    async (page) => {
      const taskTime = await taskTimeOf(page)
      await page.waitForFunction('globalThis.bench')
      await page.evaluate('bench.goToEnd()')
      await quiet(page, taskTime)
      await page.locator('textarea').focus()
      await slow?.(page)
      const before = await taskTime()
      const { dropped, longest, keys } = await typeMeanwhile(
        page,
        () => /** @type {Promise<import('./main.tsx').Seen>} */ (page.evaluate('bench.play()')),
      )
      // What is put off until the stream has ended counts as well.
      await quiet(page, taskTime)
      return {
        cpu: ((await taskTime()) - before) * 1000,
        dropped,
        longest,
        key: keys.toSorted((a, b) => a - b)[Math.floor(keys.length * 0.95)] ?? Number.NaN,
      }
    },
    options,
  )
}

/**
 * Types as someone does who doesn't wait for the page: a key is sent whether or not the last one was shown.
 * @param {Page} page @param {() => Promise<import('./main.tsx').Seen>} work
 */
async function typeMeanwhile(page, work) {
  const devtools = await page.context().newCDPSession(page)
  /** @type {Promise<unknown>[]} */
  const sent = []
  const timer = setInterval(
    () =>
      sent.push(
        devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'x', key: 'x' }),
        devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'x' }),
      ),
    KEY_EVERY_MS,
  )
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(sent)
  }
}

/** @param {Measured[]} list @returns {Measured} */
function medians(list) {
  const of = (/** @type {keyof Measured} */ what) => median(list.map((one) => one[what]))
  return { cpu: of('cpu'), dropped: of('dropped'), longest: of('longest'), key: of('key') }
}

/** @param {Figure} figure @returns {BenchRow} */
function rowOf({ profile, stream, renderer, measured: { cpu, dropped, longest, key }, ratio }) {
  return {
    name: `${profile}, ${stream}, ${renderer} (${dropped.toFixed(0)} % of frames dropped, longest task ${longest.toFixed(0)} ms, key to frame ${key.toFixed(0)} ms)`,
    ours: cpu,
    baseline: cpu / ratio,
    baselineName: 'plain text',
    ratio,
    budget: '-',
    unit: 'ms',
  }
}
