// @ts-check
/**
 * `npm run bench -- compare REF [BENCH]`: the benches of this checkout, run in turns against the code of a
 * commit and against the code that is here.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { npmCommand } from '../../scripts/install/npm.mjs'
import { PlainFailure } from '../../scripts/plain-failure.mjs'
import { compareRows } from './compare-rows.mjs'
import { readRuns } from './recorded-runs.mjs'
import { alternated } from './statistics.mjs'

/** @typedef {import('./recorded-runs.mjs').RecordedRow} RecordedRow */

const ROUNDS = 5

/**
 * Prints each figure of both sides, the median of five rounds in turns, and their ratio.
 * @param {string} ref a commit, branch or tag @param {string} [bench] all by default
 */
export function compareWith(ref, bench) {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-compare-'))
  const there = path.join(folder, 'checkout')
  try {
    git('worktree', 'add', '--detach', there, commit)
    installInto(there)
    // One way to measure both: what changed in the bench itself must not look like a gain.
    for (const measuring of ['bench', 'scripts/browser.mjs'])
      cpSync(path.join(root, measuring), path.join(there, measuring), {
        recursive: true,
        filter: (file) => !file.startsWith(path.join(root, 'bench/results')),
      })
    /** @type {Map<string, RecordedRow[][]>} */
    const rounds = new Map([
      [root, []],
      [there, []],
    ])
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of alternated([there, root], round)) {
        console.log(`Round ${round + 1} of ${ROUNDS}: ${side === root ? 'here' : ref}`)
        rounds
          .get(side)
          ?.push(
            measureIn(
              side,
              bench,
              path.join(folder, `${round}${side === root ? 'here' : 'there'}`),
            ),
          )
      }
    for (const { name, unit, here, there: other, ratio, disturbed, rounds: count } of compareRows(
      rounds.get(root) ?? [],
      rounds.get(there) ?? [],
    ))
      console.log(
        `${name}: ${here.toPrecision(3)} ${unit} here / ${other.toPrecision(3)} ${unit} at ${ref} = ${ratio.toFixed(2)} (${count} rounds${disturbed > 0 ? `, ${disturbed} of ${2 * count} measurements DISTURBED` : ''})`,
      )
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', there], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages of a commit: linked when it locks the same ones, else installed. @param {string} checkout */
function installInto(checkout) {
  const lock = (/** @type {string} */ folder) =>
    readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  if (lock(root) === lock(checkout)) {
    const [from, to] = [root, checkout].map((folder) => path.join(folder, 'node_modules'))
    const linked = spawnSync('cp', ['-al', from ?? '', to ?? ''], { stdio: 'ignore' })
    if (linked.status === 0) return
    // Another file system: what was copied so far is in the way of npm.
    rmSync(to ?? '', { recursive: true, force: true })
  }
  const { command, shell } = npmCommand(process.env, process.platform)
  const [program = '', ...first] = command
  const args = [...first, 'ci', '--no-audit', '--no-fund']
  const { status } = spawnSync(program, args, { cwd: checkout, stdio: 'inherit', shell })
  if (status !== 0) throw new PlainFailure('The packages of that commit could not be installed.')
}

/**
 * One repetition of a bench in a checkout, which is built if need be.
 * @param {string} checkout @param {string | undefined} bench @param {string} results the folder to record in
 * @returns {RecordedRow[]}
 */
function measureIn(checkout, bench, results) {
  const { status } = spawnSync(
    process.execPath,
    ['bench/bench.mjs', ...(bench === undefined ? [] : [bench])],
    {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BENCH_REPETITIONS: '1', BENCH_RESULTS: results },
    },
  )
  const [run] = readRuns(results)
  if (status !== 0 || run === undefined)
    throw new PlainFailure(`The bench could not be run in ${checkout}; see above.`)
  return run.rows
}

/** @param {string[]} args @returns {string} */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new PlainFailure(`git ${args[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}
