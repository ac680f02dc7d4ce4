// @ts-check
/**
 * A picture of 33 megapixels and nearly 25 MB in the Image area: chosen, looked at, and shrunk by a
 * press. The figure is the longest task of the main thread meanwhile, beside the same work done on
 * the main thread itself, repetitions interleaved in one browser.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright'
import sharp from 'sharp'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'

/** @typedef {import('../../scripts/bench.mjs').BenchRow} BenchRow */

const REPETITIONS = 5
/** Longest task that nobody notices, ms. */
const BUDGET = 50

/** Measures everything; takes about two minutes. @returns {Promise<BenchRow[]>} */
export async function imagesBench() {
  const folder = mkdtempSync(path.join(tmpdir(), 'images-bench-'))
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    const file = path.join(folder, 'large.jpg')
    await writeLargePhoto(file)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const { appUrl } = service.ready
    /** @type {{ ours: number[], inline: number[] }} */
    const longest = { ours: [], inline: [] }
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      longest.inline.push(await inMainThread(context, appUrl, file))
      longest.ours.push(await inImageArea(context, appUrl, file))
    }
    const [ours, baseline] = [median(longest.ours), median(longest.inline)]
    return [
      {
        name: '33 MP image chosen, checked and rewritten: longest main-thread task',
        ours,
        baseline,
        baselineName: 'on the main thread',
        ratio: ours / baseline,
        budget: BUDGET,
        unit: 'ms',
      },
    ]
  } finally {
    await browser.close()
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Noise over a gradient, the most pixels that may be sent, on its side by EXIF. @param {string} file */
async function writeLargePhoto(file) {
  const [width, height] = [7680, 4320]
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#678',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
  await noise.jpeg({ quality: 92 }).withMetadata({ orientation: 6 }).toFile(file)
}

/**
 * @param {import('playwright').BrowserContext} context @param {string} appUrl @param {string} file
 * @returns {Promise<number>} ms; 0 when no task passed 50 ms
 */
async function inImageArea(context, appUrl, file) {
  const page = await context.newPage()
  try {
    await page.goto(new URL('/image', appUrl).href)
    await page.getByRole('button', { name: 'Choose image' }).waitFor()
    await page.waitForLoadState('networkidle')
    await watchTasks(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose image' }).click()
    await (await chooser).setFiles(file)
    await page.getByRole('group', { name: 'Source figures' }).waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Turn upright' }).click()
    const turned = page.getByRole('button', { name: 'Turn upright' })
    await turned.waitFor({ state: 'detached', timeout: 120_000 })
    await page.getByRole('group', { name: 'Source figures' }).waitFor({ timeout: 120_000 })
    return await longestTask(page)
  } finally {
    await page.close()
  }
}

/**
 * The same work as most pages do it: an image element, a canvas, a data URL.
 * @param {import('playwright').BrowserContext} context @param {string} appUrl @param {string} file
 * @returns {Promise<number>} ms
 */
async function inMainThread(context, appUrl, file) {
  const page = await context.newPage()
  try {
    await page.route('**/plain', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Plain</title><input type="file">',
      }),
    )
    await page.goto(new URL('/plain', appUrl).href)
    await watchTasks(page)
    await page.locator('input').setInputFiles(file)
    await page.evaluate(async () => {
      const field = /** @type {HTMLInputElement} */ (document.querySelector('input'))
      const image = new Image()
      image.src = URL.createObjectURL(/** @type {File} */ (field.files?.[0]))
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      document.title = String(canvas.toDataURL('image/jpeg', 0.92).length)
    })
    return await longestTask(page)
  } finally {
    await page.close()
  }
}

/** @param {import('playwright').Page} page */
async function watchTasks(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
    Object.assign(globalThis, { tasks })
  })
}

/** @param {import('playwright').Page} page @returns {Promise<number>} */
async function longestTask(page) {
  // The observer is told of a task after it has ended.
  await page.waitForTimeout(300)
  return page.evaluate('Math.max(0, ...tasks)')
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, ours, baseline, baselineName, ratio, budget, unit } of await imagesBench())
    console.log(
      `${name}: ${ours.toFixed(1)} / ${baseline.toFixed(1)} (${baselineName}) = ${ratio.toFixed(2)} (budget ${budget}) ${unit}`,
    )
}
