// @ts-check
/**
 * What the main thread of a page does while something happens, from the browser's own trace. Times
 * are of the processor: on a busy machine the clock on the wall counts what others do as well.
 */

/**
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts µs
 * @property {number} [dur] µs on the wall
 * @property {number} [tdur] µs of the processor
 * @property {Record<string, unknown>} [args]
 */
/**
 * @typedef {object} Task
 * @property {number} cpu ms of the processor
 * @property {number} wall ms on the wall
 * @property {number} start µs, of the trace
 */

/** So many tenths of a second without work mean that a page is quiet. */
const CALM = 5

/** What {@link tasksOf} and {@link firstPaintOf} need to have been recorded. */
export const TIMELINE = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/**
 * Runs something while the main thread of a page is watched. No other page may be busy meanwhile.
 * @param {import('playwright').Browser} browser @param {import('playwright').Page} page
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Task[]>} its tasks, the longest first
 */
export async function watchTasks(browser, page, work) {
  return tasksOf(await traceOf(browser, page, work, TIMELINE))
}

/**
 * @param {import('playwright').Browser} browser @param {import('playwright').Page} page
 * @param {() => Promise<unknown>} work @param {string[]} categories
 * @returns {Promise<TraceEvent[]>}
 */
export async function traceOf(browser, page, work, categories) {
  await browser.startTracing(page, { categories })
  /** @type {Buffer | undefined} */
  let recorded
  try {
    await work()
  } finally {
    recorded = await browser.stopTracing()
  }
  return JSON.parse(recorded.toString()).traceEvents
}

/** @param {TraceEvent[]} events @returns {Task[]} of the busiest main thread, the longest first */
export function tasksOf(events) {
  const threads = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.['name'] === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  /** @type {Map<string, Task[]>} */
  const tasks = new Map()
  for (const { name, ph, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    const thread = `${pid} ${tid}`
    if (name !== 'RunTask' || ph !== 'X' || !threads.has(thread)) continue
    const task = { cpu: tdur / 1000, wall: dur / 1000, start: ts }
    tasks.set(thread, [...(tasks.get(thread) ?? []), task])
  }
  const total = (/** @type {Task[]} */ list) => list.reduce((sum, { cpu }) => sum + cpu, 0)
  const [busiest = []] = [...tasks.values()].toSorted((a, b) => total(b) - total(a))
  return busiest.toSorted((a, b) => b.cpu - a.cpu)
}

/** When a page first painted something, µs of the trace. @param {TraceEvent[]} events */
export function firstPaintOf(events) {
  return events.find(({ name }) => name === 'firstPaint')?.ts ?? Infinity
}

/** @param {import('playwright').Page} page @returns {Promise<() => Promise<number>>} main-thread seconds so far */
export async function taskTimeOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}

/**
 * Waits until the page does next to nothing for a while.
 * @param {import('playwright').Page} page @param {() => Promise<number>} taskTime
 */
export async function quiet(page, taskTime) {
  let last = await taskTime()
  for (let calm = 0; calm < CALM;) {
    await page.waitForTimeout(100)
    const now = await taskTime()
    calm = now - last < 0.01 ? calm + 1 : 0
    last = now
  }
}
