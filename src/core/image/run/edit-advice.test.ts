import { expect, it } from 'vitest'

import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { adviceForEdit } from './run-notes.ts'

const answered = { message: 'no', body: {} }

it.each<[Failure, string]>([
  [{ ...answered, status: 504, kind: 'timed_out' }, 'Choose a smaller resolution or image'],
  [{ message: 'no', kind: 'unreachable' }, 'the edit may have been billed'],
  [
    { message: 'no', kind: 'over_spend_cap', cap: 'request', limit: 1, counted: 0, ceiling: 2 },
    'choose a cheaper resolution or model',
  ],
  [{ ...answered, status: 413, kind: 'payload_too_large' }, 'Shrink the image'],
  [{ ...answered, status: 402, kind: 'insufficient_balance' }, 'choose a lower resolution'],
])('names what an edit has, under the title that a chat has: %j', (failure, nextStep) => {
  const advice = adviceForEdit(failure)
  expect(advice.nextStep).toContain(nextStep)
  expect(advice.title).toBe(adviceForFailure(failure).title)
})

it.each(['cut', 'stalled'] as const)('warns of a second bill after a response was %s', (kind) => {
  const { meaning, nextStep } = adviceForEdit({ message: 'no', kind })
  expect(meaning).toContain('before the image was complete. It may have been billed.')
  expect(nextStep).toBe('Check the balance. A retry may be billed again.')
})

it('leaves all other advice as it is', () => {
  const failure: Failure = { message: 'no', kind: 'offline' }
  expect(adviceForEdit(failure)).toEqual(adviceForFailure(failure))
})
