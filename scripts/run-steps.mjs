// @ts-check
/**
 * Runs the steps of `npm run check` and `npm test` to the end: a step that fails stops only those that
 * need it. Quiet while things go well; a step that fails shows its whole output. What failed is listed
 * at the end, with what took longest, and the last line counts: tests, and each step that has no tests of its own as one.
 */
import { spawn } from 'node:child_process'

import { root } from './checkout.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { missingPrograms } from './servers.mjs'
import { ensureInstalled, ensureNode } from './setup.mjs'
import { clearReports, slowest } from './test-reports.mjs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command run by Node
 * @property {string[]} [needs] names of earlier steps without which it cannot run
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {() => import('./test-reports.mjs').TestResults | undefined} [results] for a step that runs tests
 * @property {() => string[]} [remarks] lines to print after a success
 */
/** @typedef {{ passed: number, failures: string[], ms?: Map<string, number> }} Outcome */

/**
 * Runs groups of steps one after the other, and ends the process with 1 when anything failed.
 * @param {Step[][]} groups the steps of a group run two at a time
 */
export async function runSteps(groups) {
  endWithNpm()
  let passed = 0
  /** @type {string[]} */
  const failures = []
  /** @type {Set<string>} */
  const failed = new Set()
  /** @type {Map<string, number>} */
  const ms = new Map()
  try {
    ensureNode()
    await ensureInstalled()
    clearReports()
    for (const group of groups) {
      const waiting = [...group]
      const work = async () => {
        for (let step = waiting.shift(); step; step = waiting.shift()) {
          const outcome = await runStep(step, failed)
          passed += outcome.passed
          failures.push(...outcome.failures)
          for (const [file, took] of outcome.ms ?? []) ms.set(file, took)
          if (outcome.failures.length > 0) failed.add(step.name)
        }
      }
      await Promise.all([work(), work()])
    }
  } catch (error) {
    failures.push('the run itself')
    throw error
  } finally {
    if (ms.size > 0) console.log(`\nSlowest test files:\n${slowest(ms).join('\n')}`)
    if (failures.length > 0) console.log(`\nFailed:\n${failures.map((it) => `  ${it}\n`).join('')}`)
    console.log(`${passed} passed, ${failures.length} failed`)
  }
  if (failures.length > 0) process.exit(1)
}

/** @param {Step} step @param {ReadonlySet<string>} failed names of steps @returns {Promise<Outcome>} */
async function runStep({ name, command, needs = [], env, results, remarks }, failed) {
  const missing = needs.find((need) => failed.has(need))
  if (missing !== undefined) {
    console.log(`${name} … not run: it needs ${missing}`)
    return { passed: 0, failures: [`${name} (not run: it needs ${missing})`] }
  }
  const started = Date.now()
  const { code, output } = await runNode(command, env)
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`
  const tests = results?.()
  const failures = [...(tests?.failures ?? [])]
  // A runner that dies before or beside its tests has failed too.
  if (failures.length === 0 && (code !== 0 || (results && !tests))) failures.push(name)

  if (failures.length > 0) {
    console.log(`${name} … failed, ${seconds}\n${output}`)
    return { passed: tests?.passed ?? 0, failures, ...(tests && { ms: tests.ms }) }
  }
  const skipped = tests?.skipped ? `${skippedWords(tests.skipped, missingPrograms())}, ` : ''
  console.log(`${name} … ok, ${tests ? `${tests.passed} tests, ${skipped}` : ''}${seconds}`)
  for (const remark of remarks?.() ?? []) console.log(`  ${remark}`)
  return { passed: tests?.passed ?? 1, failures, ...(tests && { ms: tests.ms }) }
}

/**
 * How many tests were skipped, and what is missing here.
 * @param {number} count
 * @param {readonly string[]} missing
 */
export function skippedWords(count, missing) {
  const listed = missing.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return `${count} skipped${listed === '' ? '' : ` for want of ${listed}`}`
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
