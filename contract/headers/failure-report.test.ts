import { expect, it } from 'vitest'

import { readFailureReport } from './failure-report.ts'

const NOW = 1_780_000_000_000

it('reads what is left and until when, as Unix time in milliseconds or from now', () => {
  const read = (resets: string) =>
    readFailureReport(
      [
        ['x-ratelimit-remaining', '49'],
        ['x-ratelimit-resets', resets],
      ],
      NOW,
    )
  expect(read(String(NOW + 12_000))).toEqual({ remaining: 49, resetsAtMs: NOW + 12_000 })
  expect(read('12000')).toEqual({ remaining: 49, resetsAtMs: NOW + 12_000 })
  // No block lasts longer, whatever a clock says.
  expect(read(String(NOW + 9e9))).toEqual({ remaining: 49, resetsAtMs: NOW + 30_000 })
})

it('takes the requests that another API has left for no failures', () => {
  expect(readFailureReport([['x-ratelimit-remaining', '3']], NOW)).toBeUndefined()
  expect(readFailureReport([['x-ratelimit-resets', '3']], NOW)).toBeUndefined()
})
