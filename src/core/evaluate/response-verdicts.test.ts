import { expect, test } from 'vitest'

import { responseVerdicts } from './conversation.ts'

const response = (first: number, end: number, tokens: number, cost: number) => ({
  text: '',
  toolCalls: [],
  timeToFirstToken: first,
  duration: end,
  usage: { prompt: 1, completion: tokens },
  cost,
})

test('says in words who was first, fastest, cheapest and shortest', () => {
  expect(responseVerdicts([response(100, 1100, 50, 2), response(200, 700, 60, 1)])).toEqual([
    ['first to begin', 'shortest'],
    ['fastest', 'cheapest'],
  ])
})

test('nobody wins alone, or where all are the same', () => {
  const same = response(1, 1001, 9, 4)
  expect(responseVerdicts([same, undefined])).toEqual([[], []])
  expect(responseVerdicts([same, same])).toEqual([[], []])
})

test('two that share the best are both named', () => {
  const good = response(1, 1001, 9, 1)
  expect(responseVerdicts([good, good, response(1, 1001, 9, 5)])).toEqual([
    ['cheapest'],
    ['cheapest'],
    [],
  ])
})
