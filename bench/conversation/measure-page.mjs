// @ts-check
/** What is measured on a page with a long text that scrolls and a field to write in. */
import { quiet, TIMELINE, traceOf, watchTasks } from '../main-thread.mjs'

/** @typedef {import('playwright').Page} Page */

const KEYS = 60
const SCROLLED_FRAMES = 120

/*
 * Nothing is looked for by its role in the whole page: among a hundred thousand elements that is the
 * longest task of all, and it lays out what is out of sight.
 */

/** @param {Page} page */
export const messageField = (page) => page.locator('textarea[aria-label="Message"]')

/** A button of the form to write in. @param {Page} page @param {string} name */
export const formButton = (page, name) =>
  page.locator('form').getByRole('button', { name, exact: true })

/**
 * Types into the message field; `typed` is called once the last key is shown.
 * @param {import('playwright').Browser} browser @param {Page} page
 * @param {() => Promise<void>} [typed]
 * @returns {Promise<{ key: number, task: number }>} ms from a key to the frame after the one that
 *   shows it, 95th percentile; processor time of the longest task meanwhile
 */
export async function typing(browser, page, typed) {
  const field = messageField(page)
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
  const [longest] = await watchTasks(browser, page, async () => {
    await page.keyboard.type('x'.repeat(KEYS), { delay: 40 })
    await page.waitForTimeout(200)
    await typed?.()
  })
  const times = /** @type {number[]} */ (await page.evaluate('typed'))
  const key = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return { key, task: longest?.cpu ?? 0 }
}

/**
 * Scrolls up a good part of the text, a step a frame.
 * @param {Page} page @param {() => Promise<number>} taskTime
 * @returns {Promise<{ scroll: number, dropped: number }>} main-thread ms per frame; percent of frames
 *   that came late
 */
export async function scrolling(page, taskTime) {
  const before = await taskTime()
  const dropped = await page.evaluate(
    (frames) =>
      new Promise((/** @type {(percent: number) => void} */ resolve) => {
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
  return { scroll: (((await taskTime()) - before) * 1000) / SCROLLED_FRAMES, dropped }
}

/**
 * How far what is read moves while something happens elsewhere: the message at the top of what is
 * seen, some screens above the end.
 * @param {Page} page @param {() => Promise<unknown>} meanwhile @returns {Promise<number>} px
 */
export async function readersPlace(page, meanwhile) {
  await page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    const scroller = log?.parentElement
    if (!log || !scroller) throw new Error('nothing scrolls here')
    scroller.scrollTop = scroller.scrollHeight - 6 * scroller.clientHeight
    const top = scroller.getBoundingClientRect().top
    const read = [...log.querySelectorAll('article')].find(
      (article) => article.getBoundingClientRect().bottom > top + 40,
    )
    Object.assign(globalThis, { read: { element: read, top: read?.getBoundingClientRect().top } })
  })
  // The browser lays out what has come into sight, and keeps the place by itself.
  await page.waitForTimeout(300)
  await page.evaluate('read.top = read.element.getBoundingClientRect().top')
  await meanwhile()
  return page.evaluate('Math.abs(read.element.getBoundingClientRect().top - read.top)')
}

/**
 * Opens a conversation from an empty chat, as a press on its name does, until its end is on the screen.
 * @param {import('playwright').Browser} browser @param {Page} page @param {string} path
 * @returns {Promise<number>} processor time of the main thread until then, ms
 */
export async function firstScreen(browser, page, path) {
  const events = await traceOf(
    browser,
    page,
    () =>
      page.evaluate(async (to) => {
        performance.mark('bench-press')
        history.pushState(undefined, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
        await new Promise((resolve) => {
          const look = () => {
            const scroller = document.querySelector('[role=log]')?.parentElement
            const last = [...document.querySelectorAll('article')].at(-1)
            const end = scroller?.getBoundingClientRect().bottom ?? 0
            if (last && last.getBoundingClientRect().top < end) setTimeout(resolve)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        })
        performance.mark('bench-shown')
      }, path),
    [...TIMELINE, 'blink.user_timing'],
  )
  const press = events.find(({ name }) => name === 'bench-press')
  const shown = events.find(({ name }) => name === 'bench-shown')
  if (!press || !shown) throw new Error('the conversation was not seen')
  return events
    .filter(({ name, pid, tid, ts }) => {
      if (name !== 'RunTask' || pid !== press.pid || tid !== press.tid) return false
      return ts >= press.ts && ts < shown.ts
    })
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}

/**
 * What a conversation adds to the memory of the page once someone read all of it, from its end to its
 * beginning and back.
 * @param {Page} page on an empty chat @param {string} path @param {() => Promise<number>} taskTime
 * @returns {Promise<number>} MB of scripts and of elements
 */
export async function memoryOf(page, path, taskTime) {
  const before = await heapOf(page)
  await page.evaluate((to) => {
    history.pushState(undefined, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('article').first().waitFor({ state: 'attached' })
  await quiet(page, taskTime)
  await page.evaluate(async () => {
    const scroller = document.querySelector('[role=log]')?.parentElement
    if (!scroller) throw new Error('nothing scrolls here')
    const frame = () => new Promise(requestAnimationFrame)
    for (; scroller.scrollTop > 0; await frame()) scroller.scrollTop -= 400
    scroller.scrollTop = scroller.scrollHeight
  })
  await quiet(page, taskTime)
  return (await heapOf(page)) - before
}

/** @param {Page} page @returns {Promise<number>} MB */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return (usedSize + embedderHeapUsedSize) / 1e6
}

/** How many of some words the browser's find-in-page finds. @param {Page} page @param {string[]} words */
export function wordsFound(page, words) {
  return page.evaluate((list) => {
    const found = list.filter((word) => {
      document.getSelection()?.removeAllRanges()
      // Not a standard, but what find-in-page does, and it is everywhere.
      return /** @type {{ find?: (...query: unknown[]) => boolean }} */ (globalThis).find?.(
        word,
        true,
        false,
        true,
      )
    })
    return found.length
  }, words)
}
