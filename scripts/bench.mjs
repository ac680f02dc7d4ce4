// @ts-check
/**
 * `npm run bench`: figures as ratios against named baselines, on paper and in bench/results/.
 * Fails only on what it cannot measure: budgets are validated by people, correctness by tests. `npm run bench -- service`
 * measures the service alone; `npm run bench -- soak` runs the long tests of money and of links, which can fail.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { bundleBench } from '../bench/bundle/bundle-bench.mjs'
import { soakBench } from '../bench/soak/soak-bench.mjs'
import { root } from './checkout.mjs'
import { messageOf, runMain } from './plain-failure.mjs'
import { setUp } from './setup.mjs'

/**
 * One measured figure beside the same figure of something everybody knows.
 * @typedef {object} BenchRow
 * @property {string} name
 * @property {number} ours
 * @property {number} baseline
 * @property {string} baselineName
 * @property {number} ratio ours / baseline
 * @property {string | number} budget as text, or as a number in `unit`
 * @property {string} unit of `ours` and `baseline`
 */

/** @type {{ file: string, name: string, usesBrowser: boolean }[]} benches that load a browser or much else */
const heavyBenches = [
  { file: 'bench/streaming/streaming-bench.mjs', name: 'streamingBench', usesBrowser: true },
  {
    file: 'bench/conversation/conversation-bench.mjs',
    name: 'conversationBench',
    usesBrowser: true,
  },
  { file: 'bench/images/images-bench.mjs', name: 'imagesBench', usesBrowser: true },
  { file: 'bench/service/service-bench.mjs', name: 'serviceBench', usesBrowser: false },
]

await runMain(async () => {
  setUp()
  const [only] = process.argv.slice(2)
  const chosen = heavyBenches.filter(({ file }) => only === undefined || file.includes(`/${only}/`))
  if (only === 'soak' || chosen.some(({ usesBrowser }) => usesBrowser)) {
    const { ensureBrowser } = await import('./browser.mjs')
    await ensureBrowser()
  }
  if (only === 'soak') process.exit(soakBench() ? 0 : 1)
  const { rows: bundleRows, lazyChunks } = bundleBench(root)
  printRows(bundleRows)
  for (const { name, bytes } of lazyChunks) console.log(`  lazy ${name} ${kilobytes(bytes)}`)

  /** @type {BenchRow[]} */
  const rows = [...bundleRows]
  for (const { file, name } of chosen) {
    const module = path.join(root, file)
    if (!existsSync(module)) continue
    try {
      /** @type {BenchRow[]} */
      const measured = await (await import(pathToFileURL(module).href))[name]()
      printRows(measured)
      rows.push(...measured)
    } catch (error) {
      process.exitCode = 1
      console.log(`${file} could not be measured: ${messageOf(error)}`)
    }
  }
  console.log(`Written to ${writeResults({ rows, lazyChunks })}`)
  process.exit()
})

/** @param {BenchRow[]} rows */
function printRows(rows) {
  for (const { name, ours, baseline, baselineName, ratio, budget, unit } of rows) {
    const limit = typeof budget === 'number' ? `${budget} ${unit}` : budget
    console.log(
      `${name}: ${figure(ours)} ${unit} / ${figure(baseline)} ${unit} ${baselineName} = ${ratio.toFixed(2)} (budget ${limit})`,
    )
  }
}

/** @param {number} value */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** @param {object} results @returns {string} the file written, from the root of the checkout */
function writeResults(results) {
  const at = new Date().toISOString()
  const file = `bench/results/${at.replaceAll(':', '-')}.json`
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  const machine = { node: process.version, platform: process.platform, arch: process.arch }
  writeFileSync(path.join(root, file), `${JSON.stringify({ at, machine, ...results }, null, 2)}\n`)
  return file
}
