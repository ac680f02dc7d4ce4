// @ts-check
/** A photo attached to a chat message, taken off, attached again and sent: tasks and memory. */
import { readFileSync } from 'node:fs'

import { watchTasks } from '../main-thread.mjs'

/** @typedef {import('../main-thread.mjs').Task} Task */
/** @typedef {{ heap: number, process: number }} Memory bytes of the page's heap and of its process */
/**
 * @typedef {object} ChatPhoto
 * @property {Task[]} tasks of everything together, the longest first
 * @property {Memory} before any photo, but with everything loaded that attaching needs
 * @property {Memory} once the photo was attached and taken off
 * @property {Memory} twice the same for a second time
 */

/**
 * @param {import('playwright').Browser} browser
 * @param {ReturnType<typeof import('../bench-phone.mjs').deviceOf>} device @param {string} appUrl
 * @param {{ large: string, small: string }} files paths
 * @returns {Promise<ChatPhoto>}
 */
export async function inChat(browser, device, appUrl, { large, small }) {
  const context = await browser.newContext(device.options)
  const page = await context.newPage()
  await device.prepare(page)
  try {
    await page.goto(new URL('/chat', appUrl).href)
    const model = page.getByRole('combobox', { name: 'Model' })
    await model.fill('sandbox-media')
    await model.press('Enter')
    await attach(page, small)
    await takeOff(page)
    const before = await memoryOf(browser, page)
    const attaching = await watchTasks(browser, page, () => attach(page, large))
    await takeOff(page)
    const once = await memoryOf(browser, page)
    await attach(page, large)
    await takeOff(page)
    const twice = await memoryOf(browser, page)
    await attach(page, large)
    const sending = await watchTasks(browser, page, () => send(page))
    const tasks = [...attaching, ...sending].toSorted((a, b) => b.cpu - a.cpu)
    return { tasks, before, once, twice }
  } finally {
    await context.close()
  }
}

/** @param {import('playwright').Page} page */
async function send(page) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('What is this?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('group', { name: 'Response metrics' }).waitFor({ timeout: 120_000 })
  const parts = page.getByRole('list', { name: 'Content parts' })
  await parts.getByRole('img').waitFor({ timeout: 120_000 })
  // What is kept of the exchange is written once the answer has ended.
  await page.waitForTimeout(1000)
}

/** @param {import('playwright').Page} page @param {string} file */
async function attach(page, file) {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await (await chooser).setFiles(file)
  const chips = page.getByRole('list', { name: 'Attachments' })
  await chips.getByText(' px').waitFor({ timeout: 120_000 })
}

/** @param {import('playwright').Page} page */
async function takeOff(page) {
  await page.getByRole('button', { name: /^Remove / }).click()
  // The worker that decoded it rests for some seconds before it is ended.
  await page.waitForTimeout(6000)
}

/** @param {import('playwright').Browser} browser @param {import('playwright').Page} page */
async function memoryOf(browser, page) {
  const session = await page.context().newCDPSession(page)
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const root = await browser.newBrowserCDPSession()
  const { processInfo } = await root.send('SystemInfo.getProcessInfo')
  await root.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return { heap: usedSize, process: Math.max(...renderers.map(residentBytes)) }
}

/** Known on Linux only. @param {number} pid */
function residentBytes(pid) {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return Number(pages) * 4096
}
