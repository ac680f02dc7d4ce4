// @ts-check
/** A board of 1,000 cases and 8 configurations with all its results: opened, priced, scrolled, and what it takes of memory. */
import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { deviceOf } from '../bench-phone.mjs'
import { watchTasks } from '../main-thread.mjs'
import { median } from '../report/statistics.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('playwright').Page} Page */

const CASES = 1_000
const CONFIGURATIONS = 8
/** Longest task that nobody notices, ms. */
const TASK_BUDGET = 50
const HEAP_BUDGET = 250
/** So many turns of the wheel to the end of the board. */
const TURNS = 64

/**
 * @param {{ repetitions?: number, args?: string[] }} [options] `--phone` for a phone
 * @returns {Promise<BenchRow[]>} medians
 */
export async function evaluateBench({ repetitions = 5, args = [] } = {}) {
  const { isPhone, options, prepare } = deviceOf(args)
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    const context = await browser.newContext({ ...options, serviceWorkers: 'block' })
    const url = `${service.ready.appUrl}evaluate`
    const first = await context.newPage()
    await first.goto(url)
    await first.getByRole('button', { name: 'Example board' }).click()
    await first.getByRole('rowheader').first().waitFor()
    await storeBoard(first)
    await first.close()
    /** @type {Measured[]} */
    const results = []
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const page = await context.newPage()
      await prepare(page)
      results.push(await measure(browser, page, url))
      await page.close()
    }
    const of = (/** @type {keyof Measured} */ what) => median(results.map((each) => each[what]))
    const rows = [
      row('opened, longest task, processor time', of('opened'), TASK_BUDGET, 'ms'),
      row('priced after a change, longest task, processor time', of('priced'), TASK_BUDGET, 'ms'),
      row('scrolled, longest task, processor time', of('scrolled'), TASK_BUDGET, 'ms'),
      row('heap', of('heap'), HEAP_BUDGET, 'MB'),
    ]
    return rows.map((one) => (isPhone ? { ...one, name: `phone: ${one.name}` } : one))
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** @param {string} name @param {number} ours @param {number} limit @param {string} unit @returns {BenchRow} */
function row(name, ours, limit, unit) {
  return {
    name: `board of ${CASES} × ${CONFIGURATIONS}, ${name}`,
    ours,
    baseline: limit,
    baselineName: 'limit',
    ratio: ours / limit,
    budget: '≤ 1',
    unit,
  }
}

/**
 * @typedef {object} Measured
 * @property {number} opened processor time of the longest task, ms
 * @property {number} priced the same while the price of all cells is made
 * @property {number} scrolled the same while the wheel turns to the end
 * @property {number} heap of the page once it was scrolled, MB
 */

/** @param {import('playwright').Browser} browser @param {Page} page @param {string} url @returns {Promise<Measured>} */
async function measure(browser, page, url) {
  const [opening] = await watchTasks(browser, page, async () => {
    await page.goto(url)
    await page.getByRole('gridcell').first().waitFor()
    await page.waitForLoadState('networkidle')
  })
  await page.getByRole('button', { name: /^Prompt: / }).click()
  const [pricing] = await watchTasks(browser, page, async () => {
    await page.getByRole('textbox', { name: 'Prompt' }).press('End')
    await page.keyboard.type('?')
    await page.getByText(/requests, max cost/).waitFor()
  })
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  const board = await page.getByRole('grid').boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.mouse.move(width / 2, height / 2)
  const [scrolling] = await watchTasks(browser, page, async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, (board?.height ?? 0) / TURNS)
      await page.waitForTimeout(30)
    }
    await page.getByRole('rowheader', { name: `${CASES} ` }).waitFor()
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return {
    opened: opening?.cpu ?? 0,
    priced: pricing?.cpu ?? 0,
    scrolled: scrolling?.cpu ?? 0,
    heap: usedSize / 1_000_000,
  }
}

/** Makes the stored example board large, with a response and an outcome in every cell. @param {Page} page */
async function storeBoard(page) {
  await page.evaluate(
    async ({ cases, configurations }) => {
      const request = indexedDB.open('vendor-playground')
      await new Promise((resolve) => request.addEventListener('success', resolve))
      const db = request.result
      const reading = db.transaction('boards').objectStore('boards').getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      const [board] = reading.result
      const [configuration] = board.configurations
      board.configurations = Array.from({ length: configurations }, (_, at) => ({
        ...configuration,
        id: `configuration-${at}`,
      }))
      board.cases = Array.from({ length: cases }, (_, at) => ({
        id: `case-${at}`,
        variables: { input: `Question ${at}: what does a board of many cases cost to scroll?` },
        expected: 'text/event-stream',
      }))
      const transaction = db.transaction(['boards', 'boardCells'], 'readwrite')
      transaction.objectStore('boards').put(board)
      for (const [at, { id: caseId }] of board.cases.entries())
        for (const { id: configurationId } of board.configurations)
          transaction
            .objectStore('boardCells')
            .put({
              boardId: board.id,
              caseId,
              configurationId,
              repeat: 0,
              runId: 'run',
              requestHash: 'of an earlier request',
              status: at % 3 === 0 ? 'failed' : 'passed',
              startedAt: Date.now(),
              maxCost: 500,
              response: {
                text: `**Response ${at}** in \`code\`. ${'A sentence of a response that takes two lines. '.repeat(20)}`,
                toolCalls: [],
                finishReason: 'stop',
                cost: 120,
                timeToFirstToken: 300,
                duration: 1_500,
                usage: { prompt: 12, completion: 200 },
              },
              outcomes: board.checks.map((/** @type {{ id: string }} */ { id }) =>
                at % 3 === 0
                  ? {
                      checkId: id,
                      result: 'failed',
                      reason: 'Expected to contain “text/event-stream”.',
                    }
                  : { checkId: id, result: 'passed' },
              ),
            })
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      db.close()
    },
    { cases: CASES, configurations: CONFIGURATIONS },
  )
}
