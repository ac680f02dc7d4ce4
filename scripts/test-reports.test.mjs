// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { skippedWords } from './run-steps.mjs'
import { playwrightResults, slowest, vitestResults } from './test-reports.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param {string} name @param {Record<string, string>} tests status by title */
const entry = (name, tests) => ({
  name,
  status: 'passed',
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
})

test('behavior: a test is skipped only where no project ran it', () => {
  const report = path.join(folder, 'report.json')
  writeFileSync(
    report,
    JSON.stringify({
      numPassedTests: 2,
      testResults: [
        entry('/a.test.ts', { both: 'passed', 'Node alone': 'passed' }),
        // The same file in the project of the page.
        entry('/a.test.ts', { both: 'passed', 'Node alone': 'skipped' }),
        entry('/b.test.ts', { 'Node alone': 'skipped' }),
      ],
    }),
  )
  expect(vitestResults(report)).toMatchObject({ passed: 2, failures: [], skipped: 1 })
})

test('what is missing is named, and nothing else', () => {
  expect(skippedWords(1, ['the openai package of Python'])).toBe(
    '1 skipped for want of the openai package of Python',
  )
  expect(skippedWords(9, ['Postgres', 'Redis', 'nginx'])).toBe(
    '9 skipped for want of Postgres, Redis and nginx',
  )
  expect(skippedWords(2, [])).toBe('2 skipped')
})

test('the files whose tests took longest are listed, the longest first', () => {
  const report = path.join(folder, 'e2e.json')
  const spec = (/** @type {string} */ file, /** @type {number[]} */ ...durations) => ({
    title: file,
    file,
    specs: durations.map((duration) => ({
      file,
      title: 'one',
      ok: true,
      tests: [{ status: 'expected', results: [{ duration }] }],
    })),
  })
  const suites = [spec('a.spec.ts', 400, 800), spec('b.spec.ts', 61_000)]
  writeFileSync(report, JSON.stringify({ stats: { expected: 3 }, suites, errors: [] }))
  expect(slowest(playwrightResults(report)?.ms ?? new Map())).toEqual([
    '   61.0 s  e2e/b.spec.ts',
    '    1.2 s  e2e/a.spec.ts',
  ])
})
