// @ts-check
/** How fast the static app responds by itself: opened on a phone with a slow network, from a host of plain files. */
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { root } from '../../scripts/checkout.mjs'
import { PHONE, slowDown } from '../bench-phone.mjs'
import { median } from '../report/statistics.mjs'

/** Where `npm run build -- --static --base playground` puts the app, and the path it is for. */
const FOLDER = path.join(root, 'dist-static')
const BASE = '/playground/'

/** The most a person waits for the first response after opening the app, ms. */
const FIRST_RESPONSE_MS = 3_000

const TOKENS = 2_000
/** Tokens per second. */
const RATE = 50

/**
 * @param {{ repetitions?: number }} [options]
 * @returns {Promise<import('../bench.mjs').BenchRow[]>} medians
 */
export async function practiceBench({ repetitions = 5 } = {}) {
  if (!existsSync(path.join(FOLDER, 'index.html')))
    throw new Error('dist-static is missing: npm run build -- --static --base playground')
  const host = await serveFiles()
  const browser = await chromium.launch(launchOptions())
  try {
    const first = []
    for (let repetition = 0; repetition < repetitions; repetition += 1)
      first.push(await timeToFirstResponse(browser, host.url))
    const took = await timeToStream(browser, host.url)
    const response = median(first)
    const ideal = (TOKENS / RATE) * 1000
    return [
      {
        name: 'opening the static app to its first response, phone',
        ours: response,
        baseline: FIRST_RESPONSE_MS,
        baselineName: 'what a person waits',
        ratio: response / FIRST_RESPONSE_MS,
        budget: FIRST_RESPONSE_MS,
        unit: 'ms',
      },
      {
        name: `${TOKENS} tokens at ${RATE} per second from practice`,
        ours: took,
        baseline: ideal,
        baselineName: 'the rate asked for',
        ratio: took / ideal,
        budget: 'within 5 %',
        unit: 'ms',
      },
    ]
  } finally {
    await browser.close()
    await host.stop()
  }
}

/**
 * From the first request until the first words of a response are there, ms: an example is pressed as soon as there is one.
 * @param {import('playwright').Browser} browser @param {string} url
 */
async function timeToFirstResponse(browser, url) {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await slowDown(page)
    const begin = performance.now()
    await page.goto(`${url}chat/`, { waitUntil: 'commit' })
    const example = await whenSeen(page, 'button', 'Web search')
    await page.touchscreen.tap(example.x, example.y)
    await whenSeen(page, 'article[aria-label="Assistant message"]', 'From the web')
    return performance.now() - begin
  } finally {
    await context.close()
  }
}

/**
 * The middle of the first element with some text, px, as soon as there is one. It is looked for in each
 * frame, and by its text alone: a locator looks again after half a second, and the roles that it computes
 * keep the app from the processor of the phone.
 * @param {import('playwright').Page} page @param {string} selector @param {string} text
 */
async function whenSeen(page, selector, text) {
  return await page.evaluate(
    (wanted) =>
      new Promise((/** @type {(middle: { x: number, y: number }) => void} */ resolve) => {
        const look = () => {
          const element = [...document.querySelectorAll(wanted.selector)].find((one) =>
            one.textContent.includes(wanted.text),
          )
          if (element === undefined) {
            requestAnimationFrame(look)
            return
          }
          const { left, top, width, height } = element.getBoundingClientRect()
          resolve({ x: left + width / 2, y: top + height / 2 })
        }
        look()
      }),
    { selector, text },
  )
}

/** How long a long response streams, ms. @param {import('playwright').Browser} browser @param {string} url */
async function timeToStream(browser, url) {
  const page = await browser.newPage()
  await page.goto(`${url}chat/`)
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill(`/tokens ${TOKENS} /rate ${RATE}`)
  const answer = page.getByRole('article', { name: 'Assistant message' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answer
    .getByText(/\w+ \w+/)
    .first()
    .waitFor()
  const begin = performance.now()
  await answer.getByRole('group', { name: 'Response metrics' }).waitFor({ timeout: 120_000 })
  return performance.now() - begin
}

/** A host of files as there are many: compressed, and 404.html for what is not there. */
async function serveFiles() {
  /** By file: hosts compress a file once. @type {Map<string, Buffer>} */
  const compressed = new Map()
  const read = (/** @type {string} */ file) => {
    const body = compressed.get(file) ?? gzipSync(readFileSync(file))
    compressed.set(file, body)
    return body
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files.invalid')
    const asked = path.join(FOLDER, pathname.slice(BASE.length))
    const file = [asked, path.join(asked, 'index.html')].find(
      (one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true,
    )
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': TYPES.get(path.extname(file ?? '.html')) ?? 'application/octet-stream',
      'Content-Encoding': 'gzip',
    })
    response.end(read(file ?? path.join(FOLDER, '404.html')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${BASE}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.webmanifest', 'application/manifest+json'],
])
