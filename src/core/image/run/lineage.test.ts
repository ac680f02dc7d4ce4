import { expect, it } from 'vitest'

import { testRun } from '../testing/test-run.ts'
import { lineage } from './runs.ts'

it('puts pinned runs first, then the latest, each with its step and what it was made from', () => {
  const first = testRun({ id: 'first', startedAt: 1, pinned: true })
  const second = testRun({ id: 'second', startedAt: 2, madeFrom: 'first' })
  const third = testRun({ id: 'third', startedAt: 3, madeFrom: 'second' })
  const orphan = testRun({ id: 'orphan', startedAt: 4, madeFrom: 'gone' })
  expect(
    lineage([third, first, orphan, second]).map(({ run, depth, parent }) => [
      run.id,
      depth,
      parent?.id,
    ]),
  ).toEqual([
    ['first', 0, undefined],
    ['orphan', 0, undefined],
    ['third', 2, 'second'],
    ['second', 1, 'first'],
  ])
})

it('comes to an end with runs that say to be made from each other', () => {
  const runs = [testRun({ id: 'a', madeFrom: 'b' }), testRun({ id: 'b', madeFrom: 'a' })]
  expect(lineage(runs).map(({ depth }) => depth)).toEqual([1, 1])
})
