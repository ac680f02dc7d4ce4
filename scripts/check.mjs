// @ts-check
/** `npm run check`: everything that can be told in two minutes, without a build and a page. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from './checkout.mjs'
import { runMain } from './plain-failure.mjs'
import { runSteps } from './run-steps.mjs'
import { reportFile, vitestResults } from './test-reports.mjs'

/** @typedef {import('./run-steps.mjs').Step} Step */

/** @param {string} file in a package @returns {string} absolute */
export const tool = (file) => path.join(root, 'node_modules', file)

/** @type {Step[]} What is read off the sources. */
export const sourceSteps = [
  {
    name: 'lint',
    command: [
      tool('oxlint/bin/oxlint'),
      '--quiet',
      '--report-unused-disable-directives-severity=error',
    ],
  },
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

/** @param {string} name @param {string[]} args of Vitest, which tests to run @returns {Step} */
export function unitTests(name, ...args) {
  const report = reportFile(`${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: [tool('vitest/vitest.mjs'), 'run', ...reporters, ...args],
    results: () => vitestResults(report),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(() =>
    runSteps([
      [
        unitTests('unit tests', '--project', 'quick*', '--project', 'components-alone'),
        ...sourceSteps,
      ],
    ]),
  )
