// @ts-check
import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/**
 * @param {string} file a runner's JSON report
 * @returns {any} nothing when the runner died before it wrote one
 */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Tests of a Vitest report; a file that did not load counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @returns {Counts | undefined}
 */
export function vitestCounts(report) {
  if (!report) return undefined
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
  }
}

/**
 * Tests of a Playwright report; a test that passed only when repeated failed, and so does every
 * error outside the tests.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] } | undefined} report
 * @returns {Counts | undefined}
 */
export function playwrightCounts(report) {
  if (!report) return undefined
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length }
}
