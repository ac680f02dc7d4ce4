import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeBase64Json, encodeBase64Json } from '../encoding/bytes.ts'
import {
  balanceResponseSchema,
  isSameWallet,
  isWalletAddress,
  topUpResponseSchema,
  transactionsPath,
  transactionsResponseSchema,
} from './balance.ts'
import { BASE, BASE_SEPOLIA, networkOf, SOLANA, SOLANA_DEVNET } from './networks.ts'
import { readPaymentPayload, settlementResponseSchema } from './payment/payment-payload.ts'
import {
  amountOf,
  paymentRequiredSchema,
  paymentRequirementSchema,
  signInChallengeOf,
  walletPaymentRequiredSchema,
} from './payment/payment-required.ts'

describe('base64 JSON', () => {
  it('comes back unchanged, any Unicode included', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(decodeBase64Json(encodeBase64Json(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(decodeBase64Json(encodeBase64Json('⚡ 財布'))).toBe('⚡ 財布')
  })

  it('gives undefined for every other text', () => {
    for (const text of ['', '{}', 'e-0=', '====', btoa('{'), btoa('\xff'), 'A'.repeat(20_000)]) {
      expect(decodeBase64Json(text)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeBase64Json(text)).not.toThrow()
      }),
    )
  })
})

describe('networkOf', () => {
  it('knows each network by every spelling', () => {
    expect(networkOf('eip155:8453')).toBe(BASE)
    expect(networkOf('base')).toBe(BASE)
    expect(networkOf(8453)).toBe(BASE)
    expect(networkOf('84532')).toBe(BASE_SEPOLIA)
    expect(networkOf('solana')).toBe(SOLANA)
    expect(networkOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(SOLANA_DEVNET)
    expect(networkOf('eip155:1')).toBeUndefined()
  })
})

describe('amountOf', () => {
  it('reads the amount of either version as an integer', () => {
    const entry = { scheme: 'exact', network: 'base', asset: '0x1', payTo: '0x2' }
    const amount = (more: object) => amountOf(paymentRequirementSchema.parse({ ...entry, ...more }))
    expect(amount({ amount: '5000000' })).toBe(5_000_000n)
    expect(amount({ maxAmountRequired: '10000000' })).toBe(10_000_000n)
    expect(amount({})).toBeUndefined()
    expect(paymentRequirementSchema.safeParse({ ...entry, amount: '5.5' }).success).toBe(false)
  })
})

describe('readPaymentPayload', () => {
  const authorization = {
    from: '0xA1',
    to: '0xB2',
    value: '5000000',
    validAfter: '0',
    validBefore: '1795177177',
    nonce: `0x${'0'.repeat(64)}`,
  }
  const payload = { signature: '0xab', authorization }
  const signed = { family: 'evm', ...payload }

  it('reads all three layouts', () => {
    const accepted = {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '1',
      asset: '0x1',
      payTo: '0x2',
    }
    expect(readPaymentPayload({ x402Version: 2, accepted, payload })).toEqual({
      scheme: 'exact',
      network: 'eip155:8453',
      signed,
    })
    for (const x402Version of [1, 2]) {
      expect(
        readPaymentPayload({ x402Version, scheme: 'exact', network: 'base', payload }),
      ).toEqual({ scheme: 'exact', network: 'base', signed })
    }
  })

  it('reads a Solana transaction', () => {
    expect(
      readPaymentPayload({
        x402Version: 1,
        scheme: 'exact',
        network: 'solana',
        payload: { transaction: 'AQAB' },
      })?.signed,
    ).toEqual({ family: 'solana', transaction: 'AQAB' })
  })

  it('refuses anything else without throwing', () => {
    expect(
      readPaymentPayload({ x402Version: 3, scheme: 'exact', network: 'base', payload }),
    ).toBeUndefined()
    expect(
      readPaymentPayload({
        x402Version: 1,
        scheme: 'exact',
        network: 'base',
        payload: { signature: '0x', authorization: { ...authorization, value: '-1' } },
      }),
    ).toBeUndefined()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readPaymentPayload(value)).toBeUndefined()
      }),
    )
  })
})

describe('published wallet bodies', () => {
  const challenge = {
    info: {
      domain: 'api.example',
      uri: 'https://api.example',
      version: '1',
      nonce: '51ee34a82538bed7e5af6a831612ee8f',
      issuedAt: '2026-11-20T12:19:32.987Z',
    },
    supportedChains: [{ chainId: 'eip155:8453', type: 'eip1271' }],
  }

  it('fit their schemas', () => {
    const required = paymentRequiredSchema.parse({
      x402Version: 2,
      accepts: [],
      extensions: { 'sign-in-with-x': challenge },
    })
    expect(signInChallengeOf(required)).toEqual(challenge)
    expect(signInChallengeOf({ x402Version: 2, accepts: [] })).toBeUndefined()
    const samples = [
      [walletPaymentRequiredSchema, { code: 'PAYMENT_REQUIRED', siwxChallenge: challenge }],
      [settlementResponseSchema, { success: true, transaction: '0x1', network: 'eip155:8453' }],
      [
        topUpResponseSchema,
        { success: true, data: { walletAddress: '0x1', amountCredited: 10, newBalance: 22.5 } },
      ],
      [balanceResponseSchema, { success: true, data: { walletAddress: '0x1', balanceUsd: 12.5 } }],
      [
        transactionsResponseSchema,
        {
          success: true,
          data: {
            walletAddress: '0x1',
            transactions: [
              {
                id: '1',
                amount: -0.15,
                type: 'CHARGE',
                createdAt: '2026-04-03T12:34:56.000Z',
                modelId: null,
              },
            ],
          },
        },
      ],
    ] as const
    for (const [schema, body] of samples) expect(schema.safeParse(body).data).toEqual(body)
  })
})

describe('wallet addresses', () => {
  it('are recognised and compared by their chain’s rule', () => {
    const evm = '0xe52bC32fE2945b15e182616085aee8E0Aeb190d9'
    expect(isWalletAddress(evm)).toBe(true)
    expect(isWalletAddress(SOLANA.asset)).toBe(true)
    expect(isWalletAddress('0x12/../..')).toBe(false)
    expect(isSameWallet(evm, evm.toLowerCase())).toBe(true)
    expect(isSameWallet(SOLANA.asset, SOLANA.asset.toLowerCase())).toBe(false)
    expect(transactionsPath('a/b', { limit: 50, offset: 0 })).toBe(
      '/x402/transactions/a%2Fb?limit=50&offset=0',
    )
  })
})
