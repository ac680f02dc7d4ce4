// @ts-check
/** A picture in the Image area: chosen, turned, removed; and what memory that takes and leaves. */
import { browserMemory, peakDuring, usedHeap } from './browser-memory.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */

/** Opens the Image area with all that it loads. @param {import('playwright').Page} page @param {string} appUrl */
export async function openImageArea(page, appUrl) {
  await page.goto(new URL('/image', appUrl).href)
  await page.getByRole('button', { name: 'Choose image' }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Chooses a file that lies on its side and has it written upright. @param {import('playwright').Page} page @param {string} file */
export async function chooseAndTurn(page, file) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose image' }).click()
  await (await chooser).setFiles(file)
  await page.getByRole('group', { name: 'Source details' }).waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Fix orientation' }).click()
  const turned = page.getByRole('button', { name: 'Fix orientation' })
  await turned.waitFor({ state: 'detached', timeout: 120_000 })
  await page.getByRole('group', { name: 'Source details' }).waitFor({ timeout: 120_000 })
}

/**
 * The most memory of the browser while the large picture is rewritten, and what is left of it once it
 * was removed, beside what there was after a small picture had gone the same way.
 * @param {import('playwright').Browser} browser
 * @param {import('playwright').BrowserContext} context @param {string} appUrl
 * @param {{ large: string, small: string }} files paths
 * @returns {Promise<BenchRow[]>}
 */
export async function memoryOfImageArea(browser, context, appUrl, { large, small }) {
  const page = await context.newPage()
  try {
    await openImageArea(page, appUrl)
    /** @param {string} file */
    const chooseAndRemove = async (file) => {
      const { peak = Number.NaN } = await peakDuring(browser, () => chooseAndTurn(page, file))
      await page.getByRole('button', { name: 'Remove image' }).click()
      // A worker without work is ended after five seconds; the browser gives its memory back later.
      await page.waitForTimeout(8000)
      const heap = await usedHeap(page)
      await page.waitForTimeout(25_000)
      return { peak, heap, all: (await browserMemory(browser)) ?? Number.NaN }
    }
    const before = await chooseAndRemove(small)
    const after = await chooseAndRemove(large)
    /** @param {string} name @param {number} ours @param {number} baseline @param {string} budget @returns {BenchRow} */
    const row = (name, ours, baseline, budget) => ({
      name,
      ours: ours / 1e6,
      baseline: baseline / 1e6,
      baselineName: 'before',
      ratio: ours / baseline,
      budget,
      unit: 'MB',
    })
    const removed = '33 MP image removed from the Image area'
    return [
      row('33 MP image rewritten: peak memory of the browser', after.peak, before.all, '-'),
      row(`${removed}: heap of the page`, after.heap, before.heap, '≤ 1.1'),
      row(`${removed}: all processes of the browser`, after.all, before.all, '≤ 1.1'),
    ]
  } finally {
    await page.close()
  }
}
