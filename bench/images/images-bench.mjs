// @ts-check
/**
 * A picture of 33 megapixels and nearly 25 MB. In the Image area: chosen, looked at, and turned upright
 * by a press. In the chat: attached, taken off, attached and sent. The figure is the longest task of
 * the main thread meanwhile, beside the same work done on the main thread itself, repetitions
 * interleaved in one browser; and what memory it takes and leaves.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from 'playwright'
import sharp from 'sharp'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { deviceOf } from '../bench-phone.mjs'
import { watchTasks } from '../main-thread.mjs'
import { inChat } from './chat-photo.mjs'
import { chooseAndTurn, memoryOfImageArea, openImageArea } from './image-area.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('../main-thread.mjs').Task} Task */

const REPETITIONS = 5
/** In the chat, where each takes half a minute. */
const CHAT_REPETITIONS = 3
/** Longest task that nobody notices, ms. */
const BUDGET = 50

/** @type {Task} */
const NO_TASK = { cpu: 0, wall: 0, start: 0 }

/**
 * Measures everything; takes about two minutes. With `--phone` the tasks alone, on a phone.
 * @param {{ repetitions?: number, args?: string[] }} [options] @returns {Promise<BenchRow[]>}
 */
export async function imagesBench({ repetitions = REPETITIONS, args = [] } = {}) {
  const device = deviceOf(args)
  const folder = mkdtempSync(path.join(tmpdir(), 'images-bench-'))
  const service = await runService(['--memory', '--port', '0'])
  const browser = await chromium.launch(launchOptions())
  try {
    const file = path.join(folder, 'large.jpg')
    const small = path.join(folder, 'small.jpg')
    await writeLargePhoto(file)
    await sharp(file).resize(600).withMetadata({ orientation: 6 }).toFile(small)
    const context = await browser.newContext(device.options)
    const { appUrl } = service.ready
    /** @type {{ ours: Task[], inline: Task[], chat: import('./chat-photo.mjs').ChatPhoto[] }} */
    const results = { ours: [], inline: [], chat: [] }
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      results.inline.push(await inMainThread({ browser, context, device, appUrl, file }))
      results.ours.push(await inImageArea({ browser, context, device, appUrl, file }))
      if (repetition < CHAT_REPETITIONS)
        results.chat.push(await inChat(browser, device, appUrl, { large: file, small }))
    }
    if (device.isPhone)
      return rowsOf(results)
        .filter(({ unit }) => unit === 'ms')
        .map((row) => ({ ...row, name: `phone: ${row.name}` }))
    const memory = await memoryOfImageArea(browser, context, appUrl, { large: file, small })
    return [...rowsOf(results), ...memory]
  } finally {
    await browser.close()
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {{ ours: Task[], inline: Task[], chat: import('./chat-photo.mjs').ChatPhoto[] }} results
 * @returns {BenchRow[]}
 */
function rowsOf({ ours, inline, chat }) {
  /** @param {string} name @param {Task[]} tasks @returns {BenchRow[]} */
  const tasks = (name, tasks) =>
    /** @type {const} */ (['cpu', 'wall']).map((clock) => {
      const of = (/** @type {Task[]} */ list) => median(list.map((task) => task[clock]))
      return {
        name: `${name}: longest main-thread task, ${clock === 'cpu' ? 'processor' : 'wall'} time`,
        ours: of(tasks),
        baseline: of(inline),
        baselineName: 'on the main thread',
        ratio: of(tasks) / of(inline),
        budget: clock === 'cpu' ? BUDGET : '-',
        unit: 'ms',
      }
    })
  /** @param {string} name @param {number[]} bytes @param {number[]} before @param {string} baselineName @returns {BenchRow} */
  const memory = (name, bytes, before, baselineName) => ({
    name: `33 MP photo taken off a message: ${name}`,
    ours: median(bytes) / 1e6,
    baseline: median(before) / 1e6,
    baselineName,
    ratio: median(bytes) / median(before),
    budget: '≤ 1.1',
    unit: 'MB',
  })
  const longest = chat.flatMap(({ tasks }) => tasks[0] ?? [])
  return [
    ...tasks('33 MP image chosen, checked and rewritten', ours),
    ...tasks('33 MP photo attached, sent and shown in a chat', longest),
    memory(
      'heap of the page',
      chat.map(({ once }) => once.heap),
      chat.map(({ before }) => before.heap),
      'before',
    ),
    memory(
      'process of the page after the second',
      chat.map(({ twice }) => twice.process),
      chat.map(({ once }) => once.process),
      'after the first',
    ),
  ]
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
      noise: { type: 'gaussian', mean: 128, sigma: 42 },
    },
  })
  await noise.jpeg({ quality: 92 }).withMetadata({ orientation: 6 }).toFile(file)
}

/**
 * @typedef {object} Place
 * @property {import('playwright').Browser} browser
 * @property {import('playwright').BrowserContext} context
 * @property {ReturnType<typeof deviceOf>} device
 * @property {string} appUrl
 * @property {string} file path of the image
 */

/** @param {Place} place @returns {Promise<Task>} the longest */
async function inImageArea({ browser, context, device, appUrl, file }) {
  const page = await context.newPage()
  await device.prepare(page)
  try {
    await openImageArea(page, appUrl)
    const [longest] = await watchTasks(browser, page, () => chooseAndTurn(page, file))
    return longest ?? NO_TASK
  } finally {
    await page.close()
  }
}

/**
 * The same work as most pages do it: an image element, a canvas, a data URL.
 * @param {Place} place @returns {Promise<Task>} the longest
 */
async function inMainThread({ browser, context, device, appUrl, file }) {
  const page = await context.newPage()
  await device.prepare(page)
  try {
    await page.route('**/plain', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Plain</title><input type="file">',
      }),
    )
    await page.goto(new URL('/plain', appUrl).href)
    const [longest] = await watchTasks(browser, page, async () => {
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
    })
    return longest ?? NO_TASK
  } finally {
    await page.close()
  }
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
