// @ts-check
/**
 * `npm run bench`: figures as ratios against named baselines, on paper and in bench/results/, each beside
 * the load of the machine and the same figure of the last run. Fails only on what it cannot measure:
 * budgets are validated by people, correctness by tests. `npm run bench -- service` measures the service
 * alone, `npm run bench -- peers` other renderers beside ours; `npm run bench -- compare REF service` measures a commit and this checkout in turns; `npm run
 * bench -- soak` runs the long tests of money and of links, which can fail.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from '../scripts/checkout.mjs'
import { PlainFailure, messageOf, runMain } from '../scripts/plain-failure.mjs'
import { setUp } from '../scripts/setup.mjs'
import { compareWith } from './report/compare-commits.mjs'
import { isDisturbed, loadInWords, watchLoad } from './report/machine-load.mjs'
import { lastOf, readRuns, recordRun } from './report/recorded-runs.mjs'
import { soakBench } from './soak/soak-bench.mjs'

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
/** @typedef {import('./report/recorded-runs.mjs').RecordedRow} RecordedRow */
/** @typedef {import('./report/recorded-runs.mjs').Run} Run */
/** @typedef {(options: { repetitions?: number, args?: string[] }) => BenchRow[] | Promise<BenchRow[]>} Bench */

/** @type {{ name: string, exported: string, usesBrowser: boolean, isExact?: boolean, onlyNamed?: boolean }[]} */
const benches = [
  { name: 'bundle', exported: 'measureBundle', usesBrowser: false, isExact: true },
  { name: 'face', exported: 'faceBench', usesBrowser: true },
  { name: 'practice', exported: 'practiceBench', usesBrowser: true },
  { name: 'streaming', exported: 'streamingBench', usesBrowser: true },
  { name: 'conversation', exported: 'conversationBench', usesBrowser: true },
  { name: 'images', exported: 'imagesBench', usesBrowser: true },
  { name: 'evaluate', exported: 'evaluateBench', usesBrowser: true },
  { name: 'service', exported: 'serviceBench', usesBrowser: false },
  // Others' code, measured for its own sake.
  { name: 'peers', exported: 'peersBench', usesBrowser: true, onlyNamed: true },
]

const results = process.env['BENCH_RESULTS'] ?? path.join(root, 'bench/results')

await runMain(async () => {
  const [only, ...rest] = process.argv.slice(2)
  if (only === 'compare') return compareWith(...readComparison(rest))
  await setUp()
  const chosen = benches.filter(({ name, onlyNamed = false }) =>
    only === undefined ? !onlyNamed : name === only,
  )
  if (chosen.length === 0 && only !== 'soak') throw unknownBench(only)
  if (only === 'soak' || chosen.some(({ usesBrowser }) => usesBrowser)) {
    const { ensureBrowser } = await import('../scripts/browser.mjs')
    await ensureBrowser()
  }
  if (only === 'soak') process.exit(soakBench() ? 0 : 1)

  const runs = readRuns(results)
  /** @type {RecordedRow[]} */
  const rows = []
  for (const one of chosen) {
    try {
      const measured = await measure(one, rest)
      printRows(measured, runs)
      rows.push(...measured)
    } catch (error) {
      process.exitCode = 1
      console.log(`The bench "${one.name}" could not be measured: ${messageOf(error)}`)
    }
  }
  const disturbed = rows.filter(({ load }) => load && isDisturbed(load)).length
  if (disturbed > 0)
    console.log(
      `${disturbed} of ${rows.length} figures were disturbed: measure again, or compare only ratios.`,
    )
  const machine = { node: process.version, platform: process.platform, arch: process.arch }
  const file = recordRun(results, { at: new Date().toISOString(), machine, rows })
  console.log(`Written to ${path.relative(root, file)}`)
  process.exit()
})

/** @param {typeof benches[number]} bench @param {string[]} args @returns {Promise<RecordedRow[]>} */
async function measure({ name, exported, isExact = false }, args) {
  const file = path.join(root, `bench/${name}/${name}-bench.mjs`)
  /** @type {Bench} */
  const bench = (await import(pathToFileURL(file).href))[exported]
  const { BENCH_REPETITIONS: repetitions } = process.env
  const stop = watchLoad()
  const rows = await bench({
    args,
    ...(repetitions === undefined ? {} : { repetitions: Number(repetitions) }),
  })
  const load = stop()
  // What is counted in bytes is the same however busy the machine is.
  return isExact ? rows : rows.map((row) => ({ ...row, load }))
}

/** @param {readonly RecordedRow[]} rows @param {readonly Run[]} runs before this one */
function printRows(rows, runs) {
  for (const row of rows) {
    const { name, ours, baseline, baselineName, ratio, budget, unit, load } = row
    const limit = typeof budget === 'number' ? `${budget} ${unit}` : budget
    const last = lastOf(runs, row)
    const before =
      last &&
      `last ${last.row.ratio.toFixed(2)} on ${last.at.slice(0, 16)}${wasDisturbed(last.row)}`
    const beside = [before, load && loadInWords(load)].filter((words) => words !== undefined)
    console.log(
      `${name}: ${figure(ours)} ${unit} / ${figure(baseline)} ${unit} ${baselineName} = ${ratio.toFixed(2)} (budget ${limit})${beside.length > 0 ? ` [${beside.join('; ')}]` : ''}`,
    )
  }
}

/** @param {RecordedRow} row */
function wasDisturbed({ load }) {
  return load && isDisturbed(load) ? ', disturbed' : ''
}

/** @param {number} value */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

/** @param {string[]} args @returns {[ref: string, bench: string | undefined]} */
function readComparison([ref, bench]) {
  if (ref === undefined)
    throw new PlainFailure('Name what to compare with: npm run bench -- compare REF [BENCH]')
  if (bench !== undefined && !benches.some(({ name }) => name === bench)) throw unknownBench(bench)
  return [ref, bench]
}

/** @param {string | undefined} name */
function unknownBench(name) {
  const known = [...benches.map((bench) => bench.name), 'soak']
  return new PlainFailure(`There is no bench "${name}". There are: ${known.join(', ')}.`)
}
