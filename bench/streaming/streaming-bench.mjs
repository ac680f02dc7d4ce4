// @ts-check
/**
 * Main-thread cost of a streaming answer: ours beside plain text, streamdown and react-markdown,
 * in one run of one browser, repetitions interleaved.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import { openBrowser } from '../bench-browser.mjs'
import { quiet, taskTimeOf, watchTasks } from '../main-thread.mjs'
import { alternated, median } from '../report/statistics.mjs'
import { serve } from './serve.mjs'

/** @typedef {import('../bench.mjs').BenchRow} BenchRow */
/** @typedef {import('../bench-browser.mjs').BenchBrowser} BenchBrowser */
/** @typedef {{ variant: string, tokens: number, stream: number }} Case */
/** @typedef {import('../main-thread.mjs').Task} Task */

const here = path.dirname(fileURLToPath(import.meta.url))

/** Every way shows the same 500 tokens after the same answer. @type {Case[]} */
const cases = [1000, 4000, 16_000, 64_000].flatMap((tokens) => [
  { variant: 'floor', tokens, stream: 500 },
  { variant: 'ours', tokens, stream: 500 },
  ...(tokens > 16_000
    ? []
    : [
        { variant: 'streamdown', tokens, stream: 500 },
        { variant: 'react-markdown', tokens, stream: 500 },
      ]),
])

/** Tokens on screen where the longest task is looked for. */
const LONG = [16_000, 64_000]

/**
 * Measures everything; takes about five minutes, less where the machine is idle.
 * @param {{ repetitions?: number }} [options] @returns {Promise<BenchRow[]>}
 */
export async function streamingBench({ repetitions = 5 } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'streaming-bench-'))
  await build({
    configFile: path.join(here, 'vite.config.ts'),
    build: { outDir: folder, emptyOutDir: true },
  })
  const { origin, close } = await serve(folder)
  const browser = await openBrowser()
  try {
    const results = await measureAll(browser, origin, repetitions)
    /** @type {Map<number, Task[]>} */
    const longest = new Map()
    // Apart from the rest, because watching costs time as well.
    for (let repetition = 0; repetition < repetitions; repetition += 1)
      for (const tokens of alternated(LONG, repetition))
        longest.set(tokens, [
          ...(longest.get(tokens) ?? []),
          await longestTask(browser, origin, tokens),
        ])
    return [...rowsOf(results), ...longestRows(longest)]
  } finally {
    await browser.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {Map<string, number[]>} results costs by variant and tokens @returns {BenchRow[]} */
function rowsOf(results) {
  /** @param {string} variant @param {number} tokens */
  const of = (variant, tokens) => median(results.get(`${variant} ${tokens}`) ?? [])
  const unit = 'ms/1k tokens'
  /** @param {number} tokens @param {string} baseline @param {string} budget */
  const beside = (tokens, baseline, budget) =>
    row(
      `streaming Markdown, ${tokens / 1000}k tokens on screen`,
      of('ours', tokens),
      of(baseline, tokens),
      baseline,
      budget,
      unit,
    )
  return [
    beside(1000, 'floor', '≤ 1.25'),
    beside(4000, 'floor', '≤ 1.25'),
    beside(16_000, 'floor', '≤ 1.25'),
    beside(64_000, 'floor', '≤ 1.25'),
    row(
      'streaming Markdown, growth from 1k to 64k',
      of('ours', 64_000),
      of('ours', 1000),
      'ours at 1k',
      '≤ 1.1',
      unit,
    ),
    beside(1000, 'streamdown', '-'),
    beside(4000, 'streamdown', '-'),
    beside(16_000, 'streamdown', '≤ 0.2'),
    beside(1000, 'react-markdown', '-'),
    beside(4000, 'react-markdown', '-'),
    beside(16_000, 'react-markdown', '≤ 0.04'),
  ]
}

/** The machine may stop a task half-way, so the wall alone says nothing. @param {Map<number, Task[]>} longest */
function longestRows(longest) {
  return [...longest].flatMap(([tokens, tasks]) => {
    const name = `streaming Markdown, longest task at ${tokens / 1000}k`
    const cpu = median(tasks.map((task) => task.cpu))
    const wall = median(tasks.map((task) => task.wall))
    return [
      row(`${name}, processor time`, cpu, 50, 'limit', '≤ 1', 'ms'),
      row(`${name}, wall time`, wall, 50, 'limit', '-', 'ms'),
    ]
  })
}

/**
 * @param {string} name @param {number} ours @param {number} baseline @param {string} baselineName
 * @param {string} budget @param {string} unit @returns {BenchRow}
 */
function row(name, ours, baseline, baselineName, budget, unit) {
  return { name, ours, baseline, baselineName, ratio: ours / baseline, budget, unit }
}

/**
 * @param {BenchBrowser} browser @param {string} origin @param {number} repetitions
 * @returns {Promise<Map<string, number[]>>} costs by variant and tokens
 */
async function measureAll(browser, origin, repetitions) {
  /** @type {Map<string, number[]>} */
  const results = new Map()
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const one of alternated(cases, repetition)) {
      const key = `${one.variant} ${one.tokens}`
      const measured = await measure(browser, origin, one)
      results.set(key, [...(results.get(key) ?? []), measured])
    }
  }
  return results
}

/**
 * One stream in a fresh page, whose reader is at the end before it goes on: what the first sight of
 * that end costs is no part of what a token costs. `longestTask` has the jump to the end in it.
 * @param {BenchBrowser} browser @param {string} origin @param {Case} one
 * @returns {Promise<number>} main-thread ms per 1,000 tokens
 */
function measure(browser, origin, { variant, tokens, stream }) {
  return browser.onPage(`${origin}/?variant=${variant}&tokens=${tokens}&stream=${stream}`, (page) =>
    withTaskTime(page, async (taskTime) => {
      await page.evaluate('bench.goToEnd()')
      await quiet(page, taskTime)
      const before = await taskTime()
      await page.evaluate('bench.streamRest()')
      return (((await taskTime()) - before) * 1000 * 1000) / stream
    }),
  )
}

/**
 * The longest task of ours, from the jump to the end of the answer until it is complete.
 * @param {BenchBrowser} browser @param {string} origin @param {number} tokens
 * @returns {Promise<Task>}
 */
function longestTask(browser, origin, tokens) {
  return browser.onPage(`${origin}/?variant=ours&tokens=${tokens}&stream=500`, (page, opened) =>
    withTaskTime(page, async (taskTime) => {
      const [longest] = await watchTasks(opened, page, async () => {
        await page.evaluate('bench.streamRest()')
        await page.evaluate('bench.finish()')
        await quiet(page, taskTime)
      })
      if (!longest) throw new Error('the page did nothing')
      return longest
    }),
  )
}

/**
 * @template Result @param {import('playwright').Page} page once it is quiet
 * @param {(taskTime: () => Promise<number>) => Promise<Result>} work is given the main-thread seconds so far
 * @returns {Promise<Result>}
 */
async function withTaskTime(page, work) {
  const taskTime = await taskTimeOf(page)
  await quiet(page, taskTime)
  return work(taskTime)
}
