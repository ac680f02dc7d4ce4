import { expect, it } from 'vitest'

import { BASE, SOLANA } from '../../../../../contract/wallet/networks.ts'
import { paymentUri } from './top-up.ts'

const EVM = '0x00000000000000000000000000000000000000A1'
const OWNER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

it('behavior: a wallet reads from the code the token, the network, the address and the amount', () => {
  const evm = new URL(paymentUri(BASE, EVM, 5_000_000))
  expect(evm.protocol).toBe('ethereum:')
  expect(evm.pathname).toBe(`${BASE.asset}@8453/transfer`)
  expect(Object.fromEntries(evm.searchParams)).toEqual({ address: EVM, uint256: '5000000' })
  const solana = new URL(paymentUri(SOLANA, OWNER, 5_000_000))
  expect(solana.protocol).toBe('solana:')
  expect(solana.pathname).toBe(OWNER)
  expect(Object.fromEntries(solana.searchParams)).toEqual({
    amount: '5',
    'spl-token': SOLANA.asset,
  })
})

it.each([
  [1, '0.000001'],
  [100, '0.0001'],
  [1_500_000, '1.5'],
  [10_000_000, '10'],
])('writes %i micro-USD as %s USDC', (microUsd, expected) => {
  expect(new URL(paymentUri(SOLANA, OWNER, microUsd)).searchParams.get('amount')).toBe(expected)
})

it('leaves the amount to the wallet where there is none', () => {
  expect(paymentUri(BASE, EVM)).not.toContain('uint256')
  expect(paymentUri(SOLANA, OWNER)).toBe(`solana:${OWNER}?spl-token=${SOLANA.asset}`)
})
