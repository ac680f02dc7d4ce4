import { expect, it } from 'vitest'

import { amountProblemText, limitProblemText, draftProblemText } from './problem-text.ts'
import type { DraftProblem } from './top-up-draft.ts'

it('says what is wrong with an amount', () => {
  expect(amountProblemText({ kind: 'unreadable' })).toContain('must be US dollars')
  expect(amountProblemText({ kind: 'too small', leastMicroUsd: 7_000_000 })).toBe(
    'Amount must be at least $7.00.',
  )
  expect(amountProblemText({ kind: 'too large', mostMicroUsd: 10_000_000_000 })).toBe(
    'Amount must be at most $10,000.00.',
  )
})

it('says when the limits allow the next payment, and how much', () => {
  expect(limitProblemText({ kind: 'too many', signatures: 3, waitMs: 360_000 })).toContain(
    'Try again in 6 min',
  )
  const problem = {
    kind: 'daily limit',
    limitMicroUsd: 50_000_000,
    leftMicroUsd: 10_000_000,
  } as const
  expect(draftProblemText({ kind: 'limit', problem }, 'Base')).toEqual({
    row: 'Amount',
    text: expect.stringContaining('$10.00 left of your $50.00'),
  })
})

it("tells a recipient that changed from one that is not the local service's", () => {
  const known = '0xA1'
  expect(
    draftProblemText({ kind: 'other recipient', known, isLocal: false }, 'Base').text,
  ).toContain('Not the recipient this API had before (0xA1)')
  expect(draftProblemText({ kind: 'other recipient', known, isLocal: true }, 'Base')).toEqual({
    row: 'Recipient',
    text: expect.stringContaining("Not the local service's recipient (0xA1)"),
  })
})

it.each<[DraftProblem, string, string]>([
  [{ kind: 'recipient changed', shown: '0xA1' }, 'Recipient', 'changed from 0xA1 since you chose'],
  [
    { kind: 'minimum changed', fromMicroUsd: 5_000_000, toMicroUsd: 7_000_000 },
    'Amount',
    'changed from $5.00 to $7.00',
  ],
  [{ kind: 'below minimum' }, 'Amount', "below this API's minimum"],
  [{ kind: 'above maximum' }, 'Amount', 'above the maximum'],
  [{ kind: 'too little USDC', heldMicroUsd: 1_500_000 }, 'Amount', 'has $1.50 in USDC'],
  [{ kind: 'wrong network' }, 'Network', "Your wallet isn't on Base."],
])('says in its row why a payment cannot be signed: %j', (problem, row, words) => {
  expect(draftProblemText(problem, 'Base')).toEqual({ row, text: expect.stringContaining(words) })
})

it('never says to wait for no time at all', () => {
  expect(limitProblemText({ kind: 'too many', signatures: 3, waitMs: 1 })).toContain(
    'Try again in 1 min',
  )
})
