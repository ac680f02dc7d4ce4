import { expect, it } from 'vitest'

import { walletProblemOf } from './wallet-session.ts'

it.each([
  ['rejected', { code: 5000, message: 'User rejected.' }],
  ['rejected', { code: 4001, message: 'No.' }],
  ['rejected', Object.assign(new Error('It failed.'), { cause: { code: 4001 } })],
  ['gone', { code: 4900, message: 'Disconnected' }],
  ['failed', new Error('Something else')],
])('reads %s from %o', (problem, error) => {
  expect(walletProblemOf(error)).toBe(problem)
})
