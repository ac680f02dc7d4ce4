// @ts-check
/**
 * `npm run bench -- soak`: the tests of money and kills, and those in a browser, at full length. They fail
 * like tests; what they counted is printed and kept in bench/results/.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { browserSoakBench } from './browser-soak-bench.mjs'

const FULL = {
  SOAK_KILLS: '200',
  SOAK_PAYMENTS: '100',
  SOAK_STORMS: '300',
  SOAK_SCHEDULES: '10000',
}

/** What has a long form: `npm test` runs the short one. */
const TESTS = ['service/soak', 'pocket/funding/money-storm', 'client/connection/isolation']

/** Runs every soak test; about a quarter of an hour. Build first. @returns {boolean} whether all held */
export function soakBench() {
  const at = new Date().toISOString().replaceAll(':', '-')
  const file = path.join(root, 'bench/results', `soak-${at}.jsonl`)
  mkdirSync(path.dirname(file), { recursive: true })
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--no-file-parallelism', ...TESTS],
    { cwd: root, stdio: 'inherit', env: { ...FULL, ...process.env, SOAK_REPORT: file } },
  )
  const browserHeld = browserSoakBench(file)
  if (existsSync(file)) console.log(readFileSync(file, 'utf8').trim())
  return status === 0 && browserHeld
}
