// @ts-check
/**
 * `node bench/soak/fuzz-bench.mjs [runs]`: made-up requests for every route of the service, 10,000 each
 * unless told otherwise. The tests of the suite do the same with some hundred; a fault ends this with 1.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'

/** @typedef {{ route: string, runs: number, statuses: Record<string, number>, slowestMs: number }} Figures */

const runs = Number(process.argv[2] ?? 10_000)
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.log('The number of runs must be a whole number above 0.')
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'))
const figuresFile = path.join(folder, 'figures.jsonl')
const began = Date.now()
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'service/fuzz',
    'service/app/inference/chat/chat-fuzz.test.ts',
  ],
  {
    cwd: root,
    env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_FIGURES: figuresFile },
    stdio: 'inherit',
  },
)
const seconds = Math.round((Date.now() - began) / 1000)

for (const { route, runs: sent, statuses, slowestMs } of figuresOf(figuresFile)) {
  const counts = Object.entries(statuses).map(([code, count]) => `${code}: ${count}`)
  console.log(`${route}: ${sent} requests, ${counts.join(', ')}; slowest ${slowestMs} ms`)
}
console.log(`${runs} requests for each route in ${seconds} s.`)
rmSync(folder, { recursive: true })
process.exit(status ?? 1)

/** @param {string} file @returns {Figures[]} those of the routes that held */
function figuresOf(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  } catch {
    return []
  }
}
