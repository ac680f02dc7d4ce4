// @ts-check
import { readFile } from 'node:fs/promises'

/** @typedef {import('playwright').Browser} Browser */
/** @typedef {import('playwright').Page} Page */

const EVERY_MS = 100

/**
 * Memory that the processes of a browser have for themselves, bytes: heaps, decoded pictures and what
 * the graphics process holds. What they share with other browsers of the machine is left out: it counts
 * for less whenever another one starts. Undefined where /proc is not there to tell.
 * @param {Browser} browser
 * @returns {Promise<number | undefined>}
 */
export async function browserMemory(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = await Promise.all(processInfo.map(({ id }) => privateSize(id)))
  const known = sizes.filter((size) => size !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0)
}

/** @param {number} pid @returns {Promise<number | undefined>} bytes */
async function privateSize(pid) {
  // A process may end between being listed and being read.
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const parts = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)]
  return parts.length === 0
    ? undefined
    : parts.reduce((bytes, [, kilobytes]) => bytes + Number(kilobytes) * 1024, 0)
}

/**
 * The most memory that a browser has while something is done.
 * @template T
 * @param {Browser} browser
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, peak: number | undefined }>} bytes
 */
export async function peakDuring(browser, work) {
  /** @type {number | undefined} */
  let peak
  let going = true
  const watching = (async () => {
    while (going) {
      const now = await browserMemory(browser)
      if (now !== undefined) peak = Math.max(peak ?? 0, now)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  try {
    return { result: await work(), peak }
  } finally {
    going = false
    await watching
  }
}

/**
 * Heap of a page that is in use after everything that can be freed was freed, bytes.
 * @param {Page} page
 * @returns {Promise<number>}
 */
export async function usedHeap(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
