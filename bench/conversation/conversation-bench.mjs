// @ts-check
/**
 * A conversation of 1,000 messages in the built app, beside a page that shows the same texts plainly:
 * opened, scrolled and typed under, in one run of one browser, repetitions interleaved.
 */
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { longConversation, storeLongConversation } from './long-conversation.mjs'

/** @typedef {import('../../scripts/bench.mjs').BenchRow} BenchRow */
/**
 * @typedef {object} Measured
 * @property {number} cost main-thread ms from the start of the page until it is quiet
 * @property {number} longest longest task after the first paint, ms; 0 when none passed 50 ms
 * @property {number} scroll main-thread ms per scrolled frame
 * @property {number} dropped share of frames that came late while scrolling, in percent
 * @property {number} key from a key to the frame that shows it, 95th percentile, ms
 */

const REPETITIONS = 5
const KEYS = 60
const SCROLLED_FRAMES = 120

/** Measures everything; takes about two minutes. @returns {Promise<BenchRow[]>} */
export async function conversationBench() {
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const { appUrl } = service.ready
    const first = await context.newPage()
    await first.goto(new URL('/chat', appUrl).href)
    await first.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
    await first.getByRole('button', { name: 'Send', exact: true }).click()
    await first.getByRole('group', { name: 'Answer figures' }).waitFor()
    const path = await storeLongConversation(first)
    await first.close()
    await servePlainPage(context)
    /** @type {{ ours: Measured[], plain: Measured[] }} */
    const results = { ours: [], plain: [] }
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      results.plain.push(await measure(context, new URL('/plain', appUrl).href))
      results.ours.push(await measure(context, new URL(path, appUrl).href))
    }
    return rowsOf(results)
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** @param {{ ours: Measured[], plain: Measured[] }} results @returns {BenchRow[]} */
function rowsOf({ ours, plain }) {
  /** @param {Measured[]} list @param {keyof Measured} what */
  const of = (list, what) => median(list.map((measured) => measured[what]))
  /** @param {string} name @param {keyof Measured} what @param {string} budget @param {string} unit @returns {BenchRow} */
  const beside = (name, what, budget, unit) => ({
    name: `1,000 messages, ${name}`,
    ours: of(ours, what),
    baseline: of(plain, what),
    baselineName: 'plain text',
    ratio: of(ours, what) / of(plain, what),
    budget,
    unit,
  })
  /** @param {string} name @param {keyof Measured} what @param {number} limit @param {string} unit @returns {BenchRow} */
  const within = (name, what, limit, unit) => ({
    name: `1,000 messages, ${name}`,
    ours: of(ours, what),
    baseline: limit,
    baselineName: 'limit',
    ratio: of(ours, what) / limit,
    budget: '≤ 1',
    unit,
  })
  return [
    within('longest task after the first paint', 'longest', 100, 'ms'),
    beside('opening until quiet, main thread', 'cost', '-', 'ms'),
    beside('scrolling, main thread per frame', 'scroll', '-', 'ms'),
    within('frames dropped while scrolling', 'dropped', 5, '%'),
    beside('frames dropped while scrolling', 'dropped', '-', '%'),
    within('key to frame, 95th percentile', 'key', 50, 'ms'),
    beside('key to frame, 95th percentile', 'key', '-', 'ms'),
  ]
}

/** The floor: the same texts in plain elements, with a text field. @param {import('playwright').BrowserContext} context */
async function servePlainPage(context) {
  const texts = longConversation().messages.map((record) =>
    'message' in record
      ? record.message.content
      : (record.versions[0]?.answer.choices[0]?.content ?? ''),
  )
  await context.route('**/plain.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const texts = ${JSON.stringify(texts)}
const scroller = document.querySelector('#scroller')
for (const text of texts) { const p = document.createElement('p'); p.textContent = text; scroller.append(p) }
scroller.scrollTop = scroller.scrollHeight`,
    }),
  )
  await context.route('**/plain', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Plain</title><link rel="stylesheet" href="/plain.css">
<div id="scroller"></div><textarea aria-label="Message"></textarea><script type="module" src="/plain.js"></script>`,
    }),
  )
  await context.route('**/plain.css', (route) =>
    route.fulfill({
      contentType: 'text/css',
      body: '#scroller { height: 700px; overflow-y: auto } p { max-width: 72ch; white-space: pre-wrap }',
    }),
  )
}

/** @param {import('playwright').BrowserContext} context @param {string} url @returns {Promise<Measured>} */
async function measure(context, url) {
  const page = await context.newPage()
  try {
    await page.addInitScript(() => {
      /** @type {{ start: number, duration: number }[]} */
      const tasks = []
      let painted = Infinity
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          tasks.push({ start: startTime, duration })
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        painted = Math.min(painted, list.getEntries()[0]?.startTime ?? Infinity)
      }).observe({ type: 'paint', buffered: true })
      const longest = () =>
        Math.max(0, ...tasks.filter(({ start }) => start > painted).map(({ duration }) => duration))
      Object.assign(globalThis, { bench: { longest, tasks } })
    })
    await page.goto(url)
    const taskTime = await taskTimeOf(page)
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await quiet(page, taskTime)
    const cost = (await taskTime()) * 1000
    const longest = /** @type {number} */ (await page.evaluate('bench.longest()'))
    const key = await typing(page)
    const before = await taskTime()
    const dropped = await scrolling(page)
    const scroll = (((await taskTime()) - before) * 1000) / SCROLLED_FRAMES
    return { cost, longest, scroll, dropped, key }
  } finally {
    await page.close()
  }
}

/** @param {import('playwright').Page} page @returns {Promise<() => Promise<number>>} main-thread seconds so far */
async function taskTimeOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}

/**
 * Types into the message field; the time from each key to the frame after the one that shows it.
 * @param {import('playwright').Page} page
 */
async function typing(page) {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.focus()
  await page.evaluate(() => {
    /** @type {number[]} */
    const keys = []
    document.addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => keys.push(performance.now() - start))
          port1.start()
          port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
    Object.assign(globalThis, { typed: keys })
  })
  // The first keys load what writing needs; they are typed once per visit.
  await field.pressSequentially('warm up ', { delay: 60 })
  await page.waitForTimeout(500)
  await page.evaluate('typed.length = 0')
  await field.pressSequentially('x'.repeat(KEYS), { delay: 40 })
  await page.waitForTimeout(200)
  const times = /** @type {number[]} */ (await page.evaluate('typed'))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/**
 * Scrolls up a good part of the conversation, a step a frame.
 * @param {import('playwright').Page} page @returns {Promise<number>} percent of frames that came late
 */
function scrolling(page) {
  return page.evaluate(
    (frames) =>
      new Promise((resolve) => {
        const scroller =
          document.querySelector('#scroller') ?? document.querySelector('[role=log]')?.parentElement
        if (!scroller) throw new Error('nothing scrolls here')
        let last = performance.now()
        let late = 0
        let count = 0
        const step = () => {
          const now = performance.now()
          if (now - last > 25) late += Math.round((now - last) / 16.7) - 1
          last = now
          scroller.scrollTop -= 300
          count += 1
          if (count < frames) requestAnimationFrame(step)
          else resolve((late / (late + frames)) * 100)
        }
        requestAnimationFrame(step)
      }),
    SCROLLED_FRAMES,
  )
}

/**
 * Waits until the page does next to nothing for a while.
 * @param {import('playwright').Page} page @param {() => Promise<number>} taskTime
 */
async function quiet(page, taskTime) {
  let last = await taskTime()
  for (let calm = 0; calm < 5;) {
    await page.waitForTimeout(100)
    const now = await taskTime()
    calm = now - last < 0.01 ? calm + 1 : 0
    last = now
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
  } of await conversationBench())
    console.log(
      `${name}: ${ours.toFixed(1)} / ${baseline.toFixed(1)} (${baselineName}) = ${ratio.toFixed(2)} (budget ${budget}) ${unit}`,
    )
}
