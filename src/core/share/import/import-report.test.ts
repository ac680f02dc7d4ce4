import { expect, test } from 'vitest'

import { leftOutText } from './import-report.ts'

test('behavior: what was left out is said in numbers and words', () => {
  expect(
    leftOutText({
      leftOut: [
        { count: 1_141, what: 'requests', why: 'the newest 60 are open' },
        { count: 1, what: 'header X-Team' },
      ],
    }),
  ).toEqual([
    '1,141 requests were left out: the newest 60 are open.',
    '1 header X-Team was left out.',
  ])
  expect(leftOutText({ leftOut: [] })).toEqual([])
})
