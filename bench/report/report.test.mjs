// @ts-check
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { compareRows } from './compare-rows.mjs'
import {
  isDisturbed,
  loadInWords,
  readProcessTime,
  ticksOfTree,
  watchLoad,
} from './machine-load.mjs'
import { lastOf, readRuns, recordRun } from './recorded-runs.mjs'
import { alternated, median } from './statistics.mjs'

const quiet = { average: 1.2, processors: 2, others: 0.1 }
const busy = { average: 5.3, processors: 2, others: 0.9 }

/** @param {string} name @param {number} ours */
const row = (name, ours, load = quiet) => ({
  name,
  ours,
  baseline: 2,
  baselineName: 'floor',
  ratio: ours / 2,
  budget: '-',
  unit: 'ms',
  load,
})

test('the median is the middle, whatever the order', () => {
  expect(median([5, 1, 100, 2, 3])).toBe(3)
  expect(median([7])).toBe(7)
  expect(median([])).toBeNaN()
})

test('sides are measured forward and backward in turns', () => {
  expect([0, 1, 2].map((round) => alternated(['a', 'b'], round).join(''))).toEqual([
    'ab',
    'ba',
    'ab',
  ])
})

test('a figure is disturbed when others use a tenth of the machine', () => {
  expect(isDisturbed(quiet)).toBe(false)
  expect(isDisturbed(busy)).toBe(true)
  expect(isDisturbed({ average: 1, processors: 2 })).toBe(false)
  expect(isDisturbed({ average: 4, processors: 2 })).toBe(true)
  expect(loadInWords(quiet)).toBe('load 1.2, others used 0.10 of 2 processors')
  expect(loadInWords(busy)).toBe('DISTURBED: load 5.3, others used 0.90 of 2 processors')
})

test('what a program started counts as its own, in whatever order it is listed', () => {
  const processes = [
    { pid: 30, parent: 20, ticks: 4 },
    { pid: 20, parent: 10, ticks: 2 },
    { pid: 10, parent: 1, ticks: 1 },
    { pid: 40, parent: 1, ticks: 100 },
  ]
  expect(ticksOfTree(processes, 10)).toBe(7)
  expect(ticksOfTree(processes, 50)).toBe(0)
})

test('a process is read by its line, whatever its name', () => {
  const line = '42 (a) b (c) S 7 42 42 0 -1 4194560 1 0 0 0 11 22 33 44 20 0 1 0 5 6 7'
  expect(readProcessTime(line)).toEqual({ pid: 42, parent: 7, ticks: 110 })
})

test('a watch of the machine ends with a load', () => {
  const { average, processors, others } = watchLoad()()
  expect(average).toBeGreaterThanOrEqual(0)
  expect(processors).toBeGreaterThan(0)
  expect(others ?? 0).toBeGreaterThanOrEqual(0)
})

test('runs are recorded, read latest first, and the oldest removed', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(readRuns(path.join(folder, 'none'))).toEqual([])
  for (let day = 10; day < 25; day += 1)
    recordRun(folder, {
      at: `2026-11-${day}T10:00:00.000Z`,
      rows: [row('a', day), { ...row('to nothing', day), ratio: Infinity }],
    })
  writeFileSync(path.join(folder, '2026-11-25T10-00-00.000Z.json'), 'not a run')
  writeFileSync(path.join(folder, 'soak-1.jsonl'), '')
  const runs = readRuns(folder)
  expect(runs).toHaveLength(10)
  expect(runs[0]?.at).toBe('2026-11-24T10:00:00.000Z')
  expect(runs[0]?.rows.map(({ ratio }) => ratio)).toEqual([12, Infinity])
  expect(readdirSync(folder)).toContain('soak-1.jsonl')
})

test('a row is compared with the last run that has it, beside the same baseline', () => {
  const runs = [
    { at: 'c', rows: [row('other', 1)] },
    { at: 'b', rows: [{ ...row('a', 7), baselineName: 'streamdown' }, row('a', 3)] },
    { at: 'a', rows: [row('a', 9)] },
  ]
  expect(lastOf(runs, row('a', 4))).toMatchObject({ at: 'b', row: { ours: 3 } })
  expect(lastOf(runs, row('new', 4))).toBeUndefined()
})

test('two sides are compared by their medians, and what was disturbed is counted', () => {
  const here = [2, 9, 3].map((ours) => [row('a', ours), row('only here', 1)])
  const there = [4, 6, 1].map((ours, index) => [row('a', ours, index === 0 ? busy : quiet)])
  expect(compareRows(here, there)).toEqual([
    { name: 'a', unit: 'ms', here: 3, there: 4, ratio: 0.75, rounds: 3, disturbed: 1 },
    {
      name: 'only here',
      unit: 'ms',
      here: 1,
      there: Number.NaN,
      ratio: Number.NaN,
      rounds: 0,
      disturbed: 0,
    },
  ])
})
