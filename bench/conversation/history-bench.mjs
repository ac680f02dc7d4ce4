// @ts-check
/** A history of 1,000 conversations: opened, and searched for a word that stands in one message. */
import { watchTasks } from '../main-thread.mjs'
import { median } from '../report/statistics.mjs'
import { messageField } from './measure-page.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('playwright').Page} Page */

const CONVERSATIONS = 1000
/** Longest task that nobody notices, ms. */
const BUDGET = 50
/** From a word to the conversation that has it, ms. */
const SEARCH_BUDGET = 300

/**
 * @param {import('playwright').Browser} browser @param {string} appUrl @param {number} [repetitions]
 * @returns {Promise<BenchRow[]>}
 */
export async function historyBench(browser, appUrl, repetitions = 5) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const first = await context.newPage()
    await first.goto(new URL('/chat', appUrl).href)
    await messageField(first).fill('Hello')
    await first.getByRole('button', { name: 'Send', exact: true }).click()
    await first.getByRole('group', { name: 'Response metrics' }).waitFor()
    await storeConversations(first)
    await first.close()
    const foundWithoutIndex = await onPage(context, appUrl, (page) => find(page, 990))
    await onPage(context, appUrl, waitForIndex)
    /** @type {Measured[]} */
    const results = []
    for (let repetition = 0; repetition < repetitions; repetition += 1)
      results.push(await onPage(context, appUrl, (page) => measure(browser, page)))
    const of = (/** @type {keyof Measured} */ what) => median(results.map((each) => each[what]))
    return [
      row('history opened, longest task, processor time', of('opened'), BUDGET, 'ms'),
      row('history searched, longest task, processor time', of('searched'), BUDGET, 'ms'),
      row('a word of one message, until it is found', of('found'), SEARCH_BUDGET, 'ms'),
      row('another word, until it is found', of('foundNext'), SEARCH_BUDGET, 'ms'),
      row('a word not indexed yet, until it is found', foundWithoutIndex, 2000, 'ms'),
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
 * @typedef {object} Measured
 * @property {number} opened processor time of the longest task while the history opens, ms
 * @property {number} searched the same while a word is typed into its search
 * @property {number} found from a word to the conversation that has it, the first in a new page, ms
 * @property {number} foundNext the same for another word
 */

/** @param {Page} page */
const historyOf = (page) => page.getByRole('region', { name: 'History' })
/** @param {Page} page */
const searchOf = (page) => historyOf(page).getByRole('searchbox', { name: 'Search conversations' })

/**
 * @template Result @param {import('playwright').BrowserContext} context @param {string} appUrl
 * @param {(page: Page) => Promise<Result>} work on a page whose history is closed @returns {Promise<Result>}
 */
async function onPage(context, appUrl, work) {
  const page = await context.newPage()
  try {
    await page.goto(new URL('/chat', appUrl).href)
    await messageField(page).waitFor()
    await page.waitForLoadState('networkidle')
    return await work(page)
  } finally {
    await page.close()
  }
}

/** @param {Page} page */
async function openHistory(page) {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await historyOf(page).getByRole('link', { name: 'Conversation 3', exact: true }).waitFor()
}

/** Whether it is open is remembered. @param {Page} page */
async function closeHistory(page) {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await historyOf(page).waitFor({ state: 'detached' })
}

/**
 * Pastes a word that one conversation has, and waits for that conversation.
 * @param {Page} page @param {number} index of the conversation @returns {Promise<number>} ms
 */
async function find(page, index) {
  const isOpen = await historyOf(page).isVisible()
  if (!isOpen) await openHistory(page)
  const start = performance.now()
  await searchOf(page).fill(`needle-${index}-here`)
  await historyOf(page)
    .getByRole('link', { name: new RegExp(`Conversation ${index}`) })
    .waitFor()
  const found = performance.now() - start
  if (!isOpen) await closeHistory(page)
  return found
}

/** Keeps the history open until every conversation is indexed. @param {Page} page */
async function waitForIndex(page) {
  await openHistory(page)
  await page.waitForFunction(async (many) => {
    const opening = indexedDB.open('vendor-playground')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const db = opening.result
    const request = db.transaction('searchIndex').objectStore('searchIndex').getAll()
    await new Promise((resolve) => request.addEventListener('success', resolve))
    db.close()
    return request.result.filter(({ filter }) => filter !== undefined).length > many
  }, CONVERSATIONS)
  await closeHistory(page)
}

/** @param {import('playwright').Browser} browser @param {Page} page @returns {Promise<Measured>} */
async function measure(browser, page) {
  const [opening] = await watchTasks(browser, page, async () => {
    await openHistory(page)
    await page.waitForTimeout(500)
  })
  const found = await find(page, 990)
  const foundNext = await find(page, 730)
  await searchOf(page).fill('')
  const [searching] = await watchTasks(browser, page, async () => {
    await searchOf(page).pressSequentially('needle-990-here', { delay: 40 })
    await historyOf(page)
      .getByRole('link', { name: /Conversation 990/ })
      .waitFor()
    await page.waitForTimeout(300)
  })
  await closeHistory(page)
  return { opened: opening?.cpu ?? 0, searched: searching?.cpu ?? 0, found, foundNext }
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
      transaction
        .objectStore('conversations')
        .put({
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
        transaction
          .objectStore('messages')
          .put({
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
