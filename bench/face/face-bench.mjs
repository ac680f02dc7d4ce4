// @ts-check
/** When a phone on a slow network shows the page, and what moves while it arrives. */
import { once } from 'node:events'
import { createServer } from 'node:http'

import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'
import { PHONE, slowDown } from '../bench-phone.mjs'
import { alternated, median } from '../report/statistics.mjs'

/** @typedef {import('playwright').Browser} Browser */
/**
 * @typedef {object} Face
 * @property {number} fcp first contentful paint, ms
 * @property {number} lcp largest contentful paint, ms
 * @property {number} cls cumulative layout shift
 */

/** A page is complete when nothing was painted larger and nothing moved for so long, ms. */
const QUIET_MS = 2500

/** The most that may move for a visit to count as good (web.dev/cls). */
const GOOD_CLS = 0.1

const AREAS = ['chat', 'image', 'wallet', 'explore']

/**
 * @param {{ repetitions?: number }} [options]
 * @returns {Promise<import('../bench.mjs').BenchRow[]>} medians
 */
export async function faceBench({ repetitions = 5 } = {}) {
  const service = await runService(['--memory', '--port', '0'])
  const plain = await servePlainPage()
  const browser = await chromium.launch(launchOptions())
  try {
    /** @type {Face[]} */
    const ours = []
    /** @type {Face[]} */
    const baseline = []
    const sides = [
      { url: `${service.ready.appUrl}chat`, faces: ours },
      { url: plain.url, faces: baseline },
    ]
    for (let repetition = 0; repetition < repetitions; repetition += 1)
      for (const { url, faces } of alternated(sides, repetition))
        faces.push(await faceOf(browser, url))
    const paints = /** @type {const} */ ([
      ['first contentful paint of an empty chat', 'fcp'],
      ['largest contentful paint of an empty chat', 'lcp'],
    ]).map(([name, figure]) => {
      const [own, plainText] = [ours, baseline].map((faces) =>
        median(faces.map((face) => face[figure])),
      )
      return row(name, own ?? NaN, plainText ?? NaN, {
        baselineName: 'a page of plain text',
        budget: 'no later than at 03a8e37',
        unit: 'ms',
      })
    })
    const shifts = []
    for (const area of AREAS) {
      const { cls } = await faceOf(browser, service.ready.appUrl + area)
      shifts.push(
        row(`layout shift of /${area}`, cls, GOOD_CLS, {
          baselineName: 'what counts as good',
          budget: '0',
          unit: 'CLS',
        }),
      )
    }
    return [...paints, ...shifts]
  } finally {
    await browser.close()
    await plain.stop()
    await service.stop()
  }
}

/**
 * @param {string} name @param {number} ours @param {number} baseline
 * @param {Pick<import('../bench.mjs').BenchRow, 'baselineName' | 'budget' | 'unit'>} rest
 * @returns {import('../bench.mjs').BenchRow}
 */
function row(name, ours, baseline, rest) {
  return { name: `${name}, phone`, ours, baseline, ratio: ours / baseline, ...rest }
}

/** A first visit, with nothing in the cache. @param {Browser} browser @param {string} url @returns {Promise<Face>} */
async function faceOf(browser, url) {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.addInitScript(() => {
      const face = { fcp: 0, lcp: 0, cls: 0, at: 0 }
      Object.assign(globalThis, { face })
      /** @param {string} type @param {(entry: PerformanceEntry & { value?: number, hadRecentInput?: boolean }) => void} record */
      const observe = (type, record) =>
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) record(entry)
          face.at = performance.now()
        }).observe({ type, buffered: true })
      observe('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') face.fcp = startTime
      })
      observe('largest-contentful-paint', ({ startTime }) => {
        face.lcp = startTime
      })
      observe('layout-shift', ({ value, hadRecentInput }) => {
        if (hadRecentInput === false) face.cls += value ?? 0
      })
    })
    await page.goto(url)
    await page.waitForFunction(
      (quietMs) => {
        const { face } = /** @type {{ face: Face & { at: number } }} */ (
          /** @type {unknown} */ (globalThis)
        )
        return face.lcp > 0 && performance.now() - face.at > quietMs
      },
      QUIET_MS,
      { polling: 100 },
    )
    return await page.evaluate('face')
  } finally {
    await context.close()
  }
}

/** What nobody can show sooner: a heading and a field, without any script or style. */
async function servePlainPage() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      '<!doctype html><meta name="viewport" content="width=device-width"><title>Plain</title><h1>What do you want to see on the wire?</h1><textarea placeholder="Ask anything, or paste a curl command, JSON or HAR"></textarea>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
