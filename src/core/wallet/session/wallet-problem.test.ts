import { expect, it } from 'vitest'

import { PairingStopped, RelayUnreachable, SessionLacksChain } from '../phone/phone-errors.ts'
import { walletProblemOf } from './wallet-problem.ts'

const wrapped = (cause: unknown) => Object.assign(new Error('It failed.'), { cause })

it.each([
  ['stopped', new PairingStopped()],
  ['unreachable', wrapped(new RelayUnreachable('no'))],
  ['unreachable', new Error('No internet connection detected. Please restart your network.')],
  ['chain', wrapped(new SessionLacksChain('no'))],
  ['chain', { code: 5100, message: 'Unsupported chains.' }],
  ['expired', new Error('Proposal expired')],
  ['expired', wrapped(new Error('Request expired. Please try again.'))],
  ['rejected', { code: 5000, message: 'User rejected.' }],
  ['rejected', { code: 4001, message: 'No.' }],
  ['gone', { code: 4900, message: 'Disconnected' }],
  ['failed', new Error('Something else')],
])('reads %s from %o', (problem, error) => {
  expect(walletProblemOf(error)).toBe(problem)
})
