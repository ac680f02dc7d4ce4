// @ts-check
/** A history of 1,000 conversations: opened, and searched for a word that stands in one message. */
import { watchTasks } from '../main-thread.mjs'
import { messageField } from './measure-page.mjs'

/** @typedef {import('../../scripts/bench.mjs').BenchRow} BenchRow */
/** @typedef {import('playwright').Page} Page */

const CONVERSATIONS = 1000
const REPETITIONS = 5
/** Longest task that nobody notices, ms. */
const BUDGET = 50

/**
 * @param {import('playwright').Browser} browser @param {string} appUrl
 * @returns {Promise<BenchRow[]>}
 */
export async function historyBench(browser, appUrl) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const first = await context.newPage()
    await first.goto(new URL('/chat', appUrl).href)
    await messageField(first).fill('Hello')
    await first.getByRole('button', { name: 'Send', exact: true }).click()
    await first.getByRole('group', { name: 'Response metrics' }).waitFor()
    await storeConversations(first)
    await first.close()
    /** @type {{ opened: number[], searched: number[], found: number[] }} */
    const results = { opened: [], searched: [], found: [] }
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const page = await context.newPage()
      const { opened, searched, found } = await measure(browser, page, appUrl)
      results.opened.push(opened)
      results.searched.push(searched)
      results.found.push(found)
      await page.close()
    }
    return [
      row('history opened, longest task, processor time', median(results.opened), BUDGET, 'ms'),
      row('history searched, longest task, processor time', median(results.searched), BUDGET, 'ms'),
      row(
        'history searched, until a word of a message is found',
        median(results.found),
        2000,
        'ms',
      ),
    ]
  } finally {
    await context.close()
  }
}

/** @param {string} name @param {number} ours @param {number} limit @param {string} unit @returns {BenchRow} */
function row(name, ours, limit, unit) {
  return {
    name: `1,000 conversations, ${name}`,
    ours,
    baseline: limit,
    baselineName: 'limit',
    ratio: ours / limit,
    budget: '≤ 1',
    unit,
  }
}

/**
 * @param {import('playwright').Browser} browser @param {Page} page @param {string} appUrl
 * @returns {Promise<{ opened: number, searched: number, found: number }>} ms
 */
async function measure(browser, page, appUrl) {
  await page.goto(new URL('/chat', appUrl).href)
  await messageField(page).waitFor()
  await page.waitForLoadState('networkidle')
  const history = page.getByRole('region', { name: 'History' })
  const [opening] = await watchTasks(browser, page, async () => {
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await history.getByRole('link', { name: 'Conversation 3', exact: true }).waitFor()
    await page.waitForTimeout(500)
  })
  const field = history.getByRole('searchbox', { name: 'Search conversations' })
  let found = 0
  const [searching] = await watchTasks(browser, page, async () => {
    const start = performance.now()
    await field.pressSequentially('needle-990-here', { delay: 40 })
    await history.getByRole('link', { name: /Conversation 990/ }).waitFor()
    found = performance.now() - start
    await page.waitForTimeout(300)
  })
  // Whether it is open is remembered.
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await history.waitFor({ state: 'detached' })
  return { opened: opening?.cpu ?? 0, searched: searching?.cpu ?? 0, found }
}

/**
 * Writes the conversations into the database of the app, which must have made it: four messages of
 * some kilobytes each, and a picture of two megabytes in every fiftieth.
 * @param {Page} page
 */
async function storeConversations(page) {
  await page.evaluate(async (many) => {
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open('vendor-playground')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    const picture = `data:image/png;base64,${'iVBORw0K'.repeat(350_000)}`
    const transaction = db.transaction(['conversations', 'messages'], 'readwrite')
    for (let index = 0; index < many; index += 1) {
      const conversationId = crypto.randomUUID()
      const at = Date.now() - index * 3_600_000
      const title = `Conversation ${index}`
      const settings = { temperature: 0.5, tools: [] }
      transaction.objectStore('conversations').put({
        id: conversationId,
        title,
        createdAt: at,
        updatedAt: at,
        model: 'default',
        settings,
      })
      for (let position = 1; position <= 4; position += 1) {
        const text = `${'All work and no play makes a long history. '.repeat(60)} needle-${index}-here`
        const parts = [
          { type: 'text', text },
          { type: 'image_url', image_url: { url: picture } },
        ]
        const content = index % 50 === 0 && position === 1 ? parts : text
        transaction.objectStore('messages').put({
          kind: 'written',
          id: crypto.randomUUID(),
          conversationId,
          position,
          message: { role: 'user', content },
        })
      }
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    db.close()
  }, CONVERSATIONS)
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
