// @ts-check
/**
 * Top-ups that are interrupted, again and again, against the local service and its own chains:
 *   node bench/soak/top-up-bench.mjs [--runs 200] [--from 0] [--seed 1] [--lanes 2] [--no-directed]
 * Build first. Every run tops a fresh practice wallet up with $10, on Ethereum and Solana in turns, while the
 * page is reloaded or crashed at three random moments and what becomes of its payment is spoilt in seven ways;
 * then it is left alone. Further runs are held at each named step and interrupted exactly there. What counts is
 * what the chain says: how often the wallet paid. The control is the x402 package's fetch wrapper under the
 * same spoilt answers. Ends with 1 when a top-up was paid twice, lost or stuck.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from 'playwright'

import { launchOptions } from '../../scripts/browser.mjs'
import { root } from '../../scripts/checkout.mjs'
import { messageOf } from '../../scripts/plain-failure.mjs'
import { benchService } from './top-up/bench-service.mjs'
import { controlRun } from './top-up/control-run.mjs'
import { directedPlans, randomPlan } from './top-up/plan.mjs'
import { isBad, report } from './top-up/report.mjs'
import { walletRun } from './top-up/wallet-run.mjs'

/** @typedef {import('./top-up/plan.mjs').Plan} Plan */
/** @typedef {import('./top-up/report.mjs').Record} Record */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    directed: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [runs, from, seed, lanes] = [values.runs, values.from, values.seed, values.lanes].map(Number)
const plans = [
  ...(values.directed ? directedPlans() : []),
  ...Array.from({ length: runs ?? 0 }, (_, run) => randomPlan(seed ?? 1, (from ?? 0) + run)),
]
/** @type {Record[]} */
const records = []
const waiting = [...plans]
const browser = await chromium.launch(launchOptions())
try {
  await Promise.all(Array.from({ length: lanes ?? 1 }, lane))
} finally {
  await browser.close()
}
const text = report(records)
console.log(text)
const file = path.join(root, 'bench/results', `top-up-${Date.now()}.json`)
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(records, undefined, 1))
console.log(`Written to ${file}`)
if (records.length < plans.length || records.some(isBad)) process.exitCode = 1

/** Takes plans until there are none left. A service of its own for each: ten top-up calls a minute are allowed. */
async function lane() {
  for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
    const service = await benchService()
    try {
      const ours = await walletRun(browser, service, plan)
      // The named steps are about the page alone.
      const control = plan.step === undefined ? await controlRun(service, plan) : undefined
      const record = { plan, ours, ...(control === undefined ? {} : { control }) }
      records.push(record)
      process.stderr.write(`${records.length} of ${plans.length} ${lineOf(record)}\n`)
    } catch (error) {
      process.stderr.write(
        `${plan.name} ${JSON.stringify(plan)} could not be run: ${messageOf(error)}\n`,
      )
    } finally {
      await service.end()
    }
  }
}

/** @param {Record} record @returns {string} */
function lineOf({ plan, ours, control }) {
  const { payments, end, settledMs, again } = ours
  const more = control === undefined ? '' : `; control ${control.payments}, ${control.end}`
  return `${plan.name} ${plan.chain} [${plan.faults.join(', ')}]: ${payments}, ${end}${again ? ' at the second press' : ''} in ${settledMs} ms${more}`
}
