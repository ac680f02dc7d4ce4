import { expect, test } from 'vitest'

import { compareVerdicts } from './column-verdicts.ts'

const answer = (first: number, end: number, tokens: number, usd: number, phase = 'finished') => ({
  phase: phase as 'finished' | 'cut',
  timing: { firstToken: first, end },
  usage: { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 },
  cost: { usd, diem: 0 },
})

test('says in words who was first, fastest, cheapest and shortest', () => {
  expect(compareVerdicts([answer(100, 1100, 50, 0.2), answer(200, 700, 60, 0.1)])).toEqual([
    ['first to begin', 'shortest'],
    ['fastest', 'cheapest'],
  ])
})

test('nobody wins alone, with a cut answer, or where all are the same', () => {
  expect(compareVerdicts([answer(1, 2, 3, 4), undefined])).toEqual([[], []])
  expect(compareVerdicts([answer(1, 1001, 9, 4), answer(0, 500, 3, 1, 'cut')])).toEqual([[], []])
  const same = answer(1, 1001, 9, 4)
  expect(compareVerdicts([same, same])).toEqual([[], []])
})

test('two that share the best are both named', () => {
  const good = answer(1, 1001, 9, 1)
  expect(compareVerdicts([good, good, answer(1, 1001, 9, 5)])).toEqual([
    ['cheapest'],
    ['cheapest'],
    [],
  ])
})
