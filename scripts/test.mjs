// @ts-check
/**
 * `npm test`, from nothing: set-up, a browser, every check, all tests. Quiet while things go well;
 * the first step that fails shows its whole output and ends the run. The last line counts tests,
 * and each step that has no tests of its own as one.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { runMain } from './plain-failure.mjs'
import { ensureInstalled, ensureNode } from './setup.mjs'
import { playwrightCounts, readReport, vitestCounts } from './test-counts.mjs'

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command run by Node
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {() => Counts | undefined} [counts] for a step that runs tests
 */

const reports = path.join(root, 'node_modules/.cache/playground')
const unitReport = path.join(reports, 'unit.json')
const endToEndReport = path.join(reports, 'e2e.json')

const tool = (/** @type {string} */ file) => path.join(root, 'node_modules', file)
const vitest = [tool('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json']

/** @type {Step[]} */
const steps = [
  { name: 'browser', command: ['scripts/browser.mjs'] },
  { name: 'servers', command: ['scripts/servers.mjs'] },
  { name: 'types of the app', command: [tool('typescript/bin/tsc'), '-p', '.'] },
  { name: 'types of the rest', command: [tool('typescript/bin/tsc'), '-p', 'tsconfig.node.json'] },
  { name: 'format', command: [tool('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'lint', command: [tool('oxlint/bin/oxlint'), '--quiet'] },
  { name: 'imports', command: ['scripts/check-imports.mjs'] },
  { name: 'unused', command: [tool('knip/bin/knip.js')] },
  {
    name: 'unit',
    command: [...vitest, `--outputFile.json=${unitReport}`],
    counts: () => vitestCounts(readReport(unitReport)),
  },
  { name: 'build', command: ['scripts/build.mjs'] },
  {
    name: 'e2e',
    command: [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport },
    counts: () => playwrightCounts(readReport(endToEndReport)),
  },
]

await runMain(async () => {
  endWithNpm()
  const total = { passed: 0, failed: 0 }
  try {
    ensureNode()
    ensureInstalled()
    mkdirSync(reports, { recursive: true })
    for (const report of [unitReport, endToEndReport]) rmSync(report, { force: true })
    for (const step of steps) {
      const { passed, failed } = await runStep(step)
      total.passed += passed
      total.failed += failed
      if (failed > 0) break
    }
  } catch (error) {
    total.failed += 1
    throw error
  } finally {
    console.log(`${total.passed} passed, ${total.failed} failed`)
  }
  if (total.failed > 0) process.exit(1)
})

/** @param {Step} step @returns {Promise<Counts>} */
async function runStep({ name, command, env, counts }) {
  process.stdout.write(`${name} … `)
  const started = Date.now()
  const { code, output } = await runNode(command, env)
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  const counted = counts?.() ?? { passed: 0, failed: 0 }

  if (code === 0 && counted.failed === 0) {
    const skipped = counted.skipped
      ? `${counted.skipped} skipped for want of Postgres, Redis, nginx or Python with its openai package, `
      : ''
    console.log(`ok, ${counts ? `${counted.passed} tests, ${skipped}` : ''}${seconds}`)
    return counts ? counted : { passed: 1, failed: 0 }
  }
  console.log(`failed, ${seconds}\n${output}`)
  // A runner that dies before or beside its tests has failed too.
  return { passed: counted.passed, failed: Math.max(counted.failed, 1) }
}

/**
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNode(command, env) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = []
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => child.kill()
    process.once('SIGTERM', stop)
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.removeListener('SIGTERM', stop)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}
