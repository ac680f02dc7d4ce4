// @ts-check
/** What the JSON reports of the test runners and of the coverage say. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'

/**
 * @typedef {object} TestResults
 * @property {number} passed
 * @property {string[]} failures each with its file and title
 * @property {number} [skipped] that no project ran
 * @property {Map<string, number>} ms how long the tests of each file took, together
 */

const reports = path.join(root, 'node_modules/.cache/playground/reports')

/** @param {string} name @returns {string} where a runner writes a report, absolute */
export function reportFile(name) {
  return path.join(reports, name)
}

/** Forgets earlier runs, so that a runner that dies is not taken for one that reported. */
export function clearReports() {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

/**
 * Tests of a Vitest report; a file that did not load counts as one failure.
 * @param {string} report
 * @returns {TestResults | undefined} nothing when the runner died before it wrote one
 */
export function vitestResults(report) {
  /** @type {{ numPassedTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string, duration?: number }[] }[] } | undefined} */
  const read = readJson(report)
  if (!read) return undefined
  const failures = read.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [file]
    return failed.map(({ fullName }) => `${file} › ${fullName}`)
  })
  /** @param {(status: string) => boolean} isWanted */
  const titles = (isWanted) =>
    read.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => isWanted(status))
        .map(({ fullName }) => `${name} › ${fullName}`),
    )
  // One that is not for the page is skipped there, and run in Node.
  const ran = new Set(titles((status) => status === 'passed' || status === 'failed'))
  const skipped = titles((status) => status === 'skipped' || status === 'pending')
  /** @type {Map<string, number>} */
  const ms = new Map()
  for (const { name, assertionResults } of read.testResults)
    for (const { duration = 0 } of assertionResults) add(ms, path.relative(root, name), duration)
  return {
    passed: read.numPassedTests,
    failures,
    ms,
    skipped: skipped.filter((title) => !ran.has(title)).length,
  }
}

/** @typedef {{ file: string, title: string, ok: boolean, tests: { status: string, results: { duration: number }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, specs: Spec[], suites?: Suite[] }} Suite */

/**
 * Tests of a Playwright report; a test that passed only when repeated failed, and so does every
 * error outside the tests.
 * @param {string} report
 * @returns {TestResults | undefined} nothing when the runner died before it wrote one
 */
export function playwrightResults(report) {
  /** @type {{ stats: { expected: number }, suites: Suite[], errors: { message?: string }[] } | undefined} */
  const read = readJson(report)
  if (!read) return undefined
  const failures = read.suites.flatMap((suite) => failuresOf(suite, []))
  const errors = read.errors.map(({ message = '' }) => `e2e: ${message.split('\n')[0]}`)
  /** @type {Map<string, number>} */
  const ms = new Map()
  /** @param {Suite} suite */
  const count = ({ specs, suites = [] }) => {
    for (const { file, tests } of specs)
      for (const { results } of tests)
        for (const { duration } of results) add(ms, `e2e/${file}`, duration)
    suites.forEach(count)
  }
  read.suites.forEach(count)
  return { passed: read.stats.expected, failures: [...failures, ...errors], ms }
}

/** @param {Map<string, number>} sums @param {string} key @param {number} more */
function add(sums, key, more) {
  sums.set(key, (sums.get(key) ?? 0) + more)
}

/**
 * The files whose tests took longest, a line each.
 * @param {ReadonlyMap<string, number>} ms by file
 */
export function slowest(ms) {
  return [...ms]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([file, took]) => `${(took / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

/** @param {Suite} suite @param {string[]} titles of the suites around it @returns {string[]} */
function failuresOf({ file, title, specs, suites = [] }, titles) {
  const inside = title === file ? titles : [...titles, title]
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => /^(?:unexpected|flaky)$/.test(status)))
      .map((spec) => [`e2e/${spec.file}`, ...inside, spec.title].join(' › ')),
    ...suites.flatMap((inner) => failuresOf(inner, inside)),
  ]
}

/**
 * How much of some files ran, of a coverage summary.
 * @param {string} report
 * @param {string} folder from the root of the checkout
 * @param {'lines' | 'branches'} what
 * @returns {string} such as "91.4 %"
 */
export function coverageOf(report, folder, what) {
  /** @type {Record<string, Record<'lines' | 'branches', { total: number, covered: number }>>} */
  const read = readJson(report) ?? {}
  const inside = path.join(root, folder, path.sep)
  let total = 0
  let covered = 0
  for (const [file, figures] of Object.entries(read)) {
    if (!file.startsWith(inside)) continue
    total += figures[what].total
    covered += figures[what].covered
  }
  return `${((100 * covered) / total).toFixed(1)} %`
}

/** @param {string} file @returns {any} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
