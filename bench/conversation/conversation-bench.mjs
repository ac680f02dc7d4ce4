// @ts-check
/**
 * A conversation of 1,000 messages in the built app, beside a page that shows the same texts plainly:
 * opened, scrolled, searched and typed under, with and without an answer that streams, in one run of
 * one browser, repetitions interleaved.
 */
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { deviceOf } from '../bench-phone.mjs'
import { firstPaintOf, quiet, taskTimeOf, tasksOf, TIMELINE, traceOf } from '../main-thread.mjs'
import { historyBench } from './history-bench.mjs'
import { storeLongConversation } from './long-conversation.mjs'
import {
  firstScreen,
  formButton,
  memoryOf,
  messageField,
  readersPlace,
  scrolling,
  typing,
  wordsFound,
} from './measure-page.mjs'
import { servePlainPage } from './plain-page.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('playwright').Page} Page */
/**
 * @typedef {object} Measured
 * @property {number} cost main-thread ms from the start of the page until it is quiet
 * @property {number} longest processor time of the longest task after the first paint, ms
 * @property {number} longestWall the same on the wall
 * @property {number} scroll main-thread ms per scrolled frame
 * @property {number} dropped share of frames that came late while scrolling, in percent
 * @property {number} key from a key to the frame that shows it, 95th percentile, ms
 * @property {number} task processor time of the longest task while typing, ms
 */
/**
 * @typedef {object} Extra measured of the app only
 * @property {number} streamedKey as `key`, while an answer streams
 * @property {number} streamedTask as `task`, while an answer streams
 * @property {number} moved px that the reader's place moved while an answer streamed below
 * @property {number} movedOpening px that it moved while the messages above were built
 * @property {number} found of the words looked for
 * @property {number} first processor time from a press in an empty chat to the first screen, ms
 * @property {number} memory MB that 200 responses add, once all were read
 */

const REPETITIONS = 5
/** Of them the ones with everything that is measured of the app only. */
const EXTRA_REPETITIONS = 3
const LONG = '1,000 messages'
const READ = '200 responses'
const STREAM = '16k tokens streaming'
/** Messages 0, 83, 166 and so on, of people and of models. */
const WORDS = Array.from({ length: 12 }, (_, index) => `needle${index * 83}`)

/**
 * Measures everything; takes about five minutes. With `--phone` what is measured beside plain text, on a phone.
 * @param {{ repetitions?: number, args?: string[] }} [options] @returns {Promise<BenchRow[]>}
 */
export async function conversationBench({ repetitions = REPETITIONS, args = [] } = {}) {
  const { isPhone, options, prepare } = deviceOf(args)
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    const context = await browser.newContext(options)
    const { appUrl } = service.ready
    const first = await context.newPage()
    await first.goto(new URL('/chat', appUrl).href)
    await ask(first, 'Hello')
    await first.getByRole('group', { name: 'Response metrics' }).waitFor()
    const path = await storeLongConversation(first)
    const shorter = await storeLongConversation(first, 400)
    await first.close()
    await servePlainPage(context)
    /** @type {{ ours: Measured[], plain: Measured[], extra: Extra[] }} */
    const results = { ours: [], plain: [], extra: [] }
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const measured = async (/** @type {Page} */ page, /** @type {string} */ at) => {
        await prepare(page)
        return measure(page, at)
      }
      results.plain.push(await onPage(context, new URL('/plain', appUrl).href, measured))
      const url = new URL(path, appUrl).href
      results.ours.push(await onPage(context, url, measured))
      if (repetition < EXTRA_REPETITIONS && !isPhone)
        results.extra.push({
          ...(await onPage(context, url, measureLong)),
          ...(await onPage(context, new URL('/chat', appUrl).href, async (page, start) => ({
            first: await measureFromChat(page, start, () =>
              firstScreen(browserOf(page), page, path),
            ),
          }))),
          ...(await onPage(context, new URL('/chat', appUrl).href, async (page, start) => ({
            memory: await measureFromChat(page, start, (taskTime) =>
              memoryOf(page, shorter, taskTime),
            ),
          }))),
          ...(await inNewBrowserData(browser, new URL('/chat', appUrl).href, measureStream)),
        })
    }
    const rows = rowsOf(results)
    // What has no figure wasn't measured.
    if (isPhone) return rows.filter(({ ours }) => !Number.isNaN(ours)).map(onPhone)
    return [...rows, ...(await historyBench(browser, appUrl, repetitions))]
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** @param {BenchRow} row @returns {BenchRow} */
const onPhone = (row) => ({ ...row, name: `phone: ${row.name}` })

/** @param {{ ours: Measured[], plain: Measured[], extra: Extra[] }} results @returns {BenchRow[]} */
function rowsOf({ ours, plain, extra }) {
  /** @template {string} Key @param {Record<Key, number>[]} list @param {Key} what */
  const of = (list, what) => median(list.map((measured) => measured[what]))
  /**
   * @param {string} name @param {number} value @param {number} baseline @param {string} baselineName
   * @param {string} budget @param {string} unit @returns {BenchRow}
   */
  const row = (name, value, baseline, baselineName, budget, unit) => ({
    name,
    ours: value,
    baseline,
    baselineName,
    ratio: value / baseline,
    budget,
    unit,
  })
  /** @param {string} name @param {number} value @param {number} limit @param {string} unit */
  const within = (name, value, limit, unit) => row(name, value, limit, 'limit', '≤ 1', unit)
  /** @param {string} name @param {keyof Measured} what @param {string} budget @param {string} unit */
  const beside = (name, what, budget, unit) =>
    row(`${LONG}, ${name}`, of(ours, what), of(plain, what), 'plain text', budget, unit)
  const opened = `${LONG}, longest task after the first paint`
  const keys = 'key to frame, 95th percentile'
  const task = 'longest task while typing, processor time'
  const [streamed, still] = [of(extra, 'streamedKey'), of(plain, 'key')]
  return [
    within(`${opened}, processor time`, of(ours, 'longest'), 50, 'ms'),
    within(`${opened}, wall time`, of(ours, 'longestWall'), 50, 'ms'),
    beside('opening until quiet, main thread', 'cost', '≤ 3', 'ms'),
    within(`${LONG}, from a press to the first screen`, of(extra, 'first'), 100, 'ms'),
    beside('scrolling, main thread per frame', 'scroll', '≤ 2', 'ms'),
    within(`${LONG}, frames dropped while scrolling`, of(ours, 'dropped'), 1, '%'),
    beside('frames dropped while scrolling', 'dropped', '-', '%'),
    within(`${LONG}, ${keys}`, of(ours, 'key'), 50, 'ms'),
    beside(keys, 'key', '≤ 1.1', 'ms'),
    within(`${LONG}, ${task}`, of(ours, 'task'), 50, 'ms'),
    within(`${LONG}, reader's place moved while it is built`, of(extra, 'movedOpening'), 1, 'px'),
    within(`${READ}, memory after all were read`, of(extra, 'memory'), 10, 'MB'),
    row(`${LONG}, found in page`, of(extra, 'found'), WORDS.length, 'looked for', '1', 'words'),
    within(`${STREAM}, ${keys}`, streamed, 50, 'ms'),
    row(`${STREAM}, ${keys}`, streamed, still, 'plain text, no stream', '-', 'ms'),
    within(`${STREAM}, ${task}`, of(extra, 'streamedTask'), 50, 'ms'),
    within(`${STREAM}, reader's place moved`, of(extra, 'moved'), 1, 'px'),
  ]
}

/**
 * @template Result @param {import('playwright').BrowserContext} context @param {string} url
 * @param {(page: Page, url: string) => Promise<Result>} work @returns {Promise<Result>}
 */
async function onPage(context, url, work) {
  const page = await context.newPage()
  try {
    return await work(page, url)
  } finally {
    await page.close()
  }
}

/** @param {Page} page @returns {import('playwright').Browser} */
function browserOf(page) {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  return browser
}

/** @param {Page} page @param {string} url @returns {Promise<Measured>} */
async function measure(page, url) {
  const taskTime = await taskTimeOf(page)
  const events = await traceOf(browserOf(page), page, () => open(page, url, taskTime), TIMELINE)
  const painted = firstPaintOf(events)
  const tasks = tasksOf(events).filter(({ start }) => start > painted)
  const longestWall = Math.max(0, ...tasks.map(({ wall }) => wall))
  const cost = (await taskTime()) * 1000
  const typed = await typing(browserOf(page), page)
  const scrolled = await scrolling(page, taskTime)
  return { cost, longest: tasks[0]?.cpu ?? 0, longestWall, ...typed, ...scrolled }
}

/** @param {Page} page @param {string} url @returns {Promise<Pick<Extra, 'movedOpening' | 'found'>>} */
async function measureLong(page, url) {
  const taskTime = await taskTimeOf(page)
  await page.goto(url)
  await page.locator('article').first().waitFor()
  const movedOpening = await readersPlace(page, () => quiet(page, taskTime))
  return { movedOpening, found: await wordsFound(page, WORDS) }
}

/**
 * @param {Page} page @param {string} url of an empty chat
 * @param {(taskTime: () => Promise<number>) => Promise<number>} work @returns {Promise<number>}
 */
async function measureFromChat(page, url, work) {
  const taskTime = await taskTimeOf(page)
  await open(page, url, taskTime)
  return work(taskTime)
}

/**
 * @template Result @param {import('playwright').Browser} browser @param {string} url
 * @param {(page: Page, url: string) => Promise<Result>} work @returns {Promise<Result>}
 */
async function inNewBrowserData(browser, url, work) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    return await onPage(context, url, work)
  } finally {
    await context.close()
  }
}

/**
 * An answer of 16,000 tokens that streams into a new conversation.
 * @param {Page} page @param {string} url
 * @returns {Promise<Pick<Extra, 'streamedKey' | 'streamedTask' | 'moved'>>}
 */
async function measureStream(page, url) {
  await page.goto(url)
  await ask(page, '/tokens 16000 /rate 250')
  // Thousands of tokens are there when the keys come, and thousands more to come.
  await page.waitForTimeout(12_000)
  const goesOn = async () => {
    if (!(await formButton(page, 'Stop').isVisible()))
      throw new Error('the answer ended before it was measured')
  }
  const moved = await readersPlace(page, () => page.waitForTimeout(2000).then(goesOn))
  const { key, task } = await typing(browserOf(page), page, goesOn)
  return { streamedKey: key, streamedTask: task, moved }
}

/** @param {Page} page @param {string} url @param {() => Promise<number>} taskTime */
async function open(page, url, taskTime) {
  await page.goto(url)
  await messageField(page).waitFor()
  await quiet(page, taskTime)
}

/** @param {Page} page @param {string} text */
async function ask(page, text) {
  await messageField(page).fill(text)
  await formButton(page, 'Send').click()
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
  } of await conversationBench())
    console.log(
      `${name}: ${ours.toFixed(1)} / ${baseline.toFixed(1)} (${baselineName}) = ${ratio.toFixed(2)} (budget ${budget}) ${unit}`,
    )
}
