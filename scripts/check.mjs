// @ts-check
/** `npm run check`: everything that can be told in two minutes, without a build and a browser. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from './checkout.mjs'
import { runMain } from './plain-failure.mjs'
import { runSteps } from './run-steps.mjs'
import { coverageOf, reportFile, vitestResults } from './test-reports.mjs'

/** @typedef {import('./run-steps.mjs').Step} Step */

/** @param {string} file in a package @returns {string} absolute */
export const tool = (file) => path.join(root, 'node_modules', file)

/** @type {Step[]} What is read off the sources. */
export const sourceSteps = [
  { name: 'lint', command: [tool('oxlint/bin/oxlint'), '--quiet'] },
  { name: 'types of the app', command: [tool('typescript/bin/tsc'), '-p', '.'] },
  {
    name: 'types of the service',
    command: [tool('typescript/bin/tsc'), '-p', 'tsconfig.service.json'],
  },
  { name: 'types of the rest', command: [tool('typescript/bin/tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'unused', command: [tool('knip/bin/knip.js')] },
  { name: 'format', command: [tool('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'imports', command: ['scripts/check-imports.mjs'] },
]

/** @param {string[]} args of Vitest, which tests to run @returns {Step} the tests, and how much of the core they ran */
export function unitStep(...args) {
  const report = reportFile('unit.json')
  const coverage = reportFile('coverage/coverage-summary.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name: 'unit',
    command: [tool('vitest/vitest.mjs'), 'run', '--coverage', ...reporters, ...args],
    results: () => vitestResults(report),
    remarks: () => [
      `${coverageOf(coverage, 'src/core', 'lines')} of the lines of src/core`,
      `${coverageOf(coverage, 'src/core/client', 'branches')} of the branches of src/core/client`,
    ],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(() => runSteps([[unitStep('--project', 'quick*'), ...sourceSteps]]))
