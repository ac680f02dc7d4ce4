import { expect, it } from 'vitest'

import { amountProblemText, limitProblemText, draftProblemText } from './problem-text.ts'

it('says what is wrong with an amount', () => {
  expect(amountProblemText({ kind: 'unreadable' })).toContain('must be US dollars')
  expect(amountProblemText({ kind: 'too small', leastMicroUsd: 7_000_000 })).toBe(
    'Amount must be at least $7.00.',
  )
  expect(amountProblemText({ kind: 'too large', mostMicroUsd: 10_000_000_000 })).toBe(
    'Amount must be at most $10,000.00.',
  )
})

it('says when the caps allow the next payment, and how much', () => {
  expect(limitProblemText({ kind: 'too many', signatures: 3, waitMs: 360_000 })).toContain(
    'possible in 6 min',
  )
  const problem = {
    kind: 'daily limit',
    limitMicroUsd: 50_000_000,
    leftMicroUsd: 10_000_000,
  } as const
  expect(draftProblemText({ kind: 'limit', problem }, 'Base')).toEqual({
    row: 'Amount',
    text: expect.stringContaining('leaves $10.00'),
  })
})

it('tells a receiver that changed from one that is not the local service’s', () => {
  const known = '0xA1'
  expect(
    draftProblemText({ kind: 'other recipient', known, isLocal: false }, 'Base').text,
  ).toContain('not the one this API had before (0xA1)')
  expect(draftProblemText({ kind: 'other recipient', known, isLocal: true }, 'Base')).toEqual({
    row: 'Receiver',
    text: expect.stringContaining('not the one of the local service (0xA1)'),
  })
})
