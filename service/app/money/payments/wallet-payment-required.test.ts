import { describe, expect, it } from 'vitest'

import { decodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import {
  paymentRequiredSchema,
  signInChallengeOf,
} from '../../../../contract/wallet/payment/payment-required.ts'
import { createChains } from '../../../node/chains/chains.ts'
import { embeddedRails } from '../../../node/node-adapters.ts'
import { walletPaymentRequired } from './wallet-payment-required.ts'

const rails = embeddedRails(createChains({ networkIds: 'test' }))
const url = 'http://127.0.0.1:4310/api/v1/chat/completions'

function headerOf(isPaying: boolean) {
  const { headers } = walletPaymentRequired(url, rails, 40_000, isPaying)
  return paymentRequiredSchema.parse(decodeBase64Json(headers['PAYMENT-REQUIRED'] ?? ''))
}

describe('the 402 of a wallet', () => {
  it('offers both chains at $10 in the header, with a challenge for the address that was asked for', () => {
    const required = headerOf(false)
    expect(required.accepts.map(({ amount }) => amount)).toEqual(['10000000', '10000000'])
    expect(signInChallengeOf(required)?.info).toMatchObject({ domain: '127.0.0.1:4310', uri: url })
    const { body } = walletPaymentRequired(url, rails, 40_000, false)
    expect(body).toMatchObject({
      currentBalanceUsd: 0.04,
      supportedChains: ['base-sepolia', 'solana-devnet'],
      topUpInstructions: { receiverWallet: rails.rails[0]?.payTo },
    })
  })

  it('offers nothing to pay while a payment of the wallet is being settled', () => {
    expect(headerOf(true).accepts).toEqual([])
    const { body } = walletPaymentRequired(url, rails, 0, true)
    expect(body['message']).toContain('still settling')
  })
})
