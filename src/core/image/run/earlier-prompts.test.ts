import { expect, it } from 'vitest'

import { testRun } from '../testing/test-run.ts'
import { earlierPrompts } from './runs.ts'

const runs = ['warm', 'flip', 'warm', 'sepia', ''].map((prompt, index) =>
  testRun({ id: String(index), fields: { prompt } }),
)

it('gives each prompt once, in the order of the runs, and not the one that is written', () => {
  expect(earlierPrompts(runs, '')).toEqual(['warm', 'flip', 'sepia'])
  expect(earlierPrompts(runs, 'flip')).toEqual(['warm', 'sepia'])
})

it('gives no more than anyone looks through', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    testRun({ id: String(index), fields: { prompt: `prompt ${index}` } }),
  )
  expect(earlierPrompts(many, '')).toHaveLength(20)
})
