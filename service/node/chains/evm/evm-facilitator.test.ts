import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme as ClientScheme } from '@x402/evm/exact/client'
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator'
import type { LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startEvmBench } from '../testing/evm-bench.ts'

const newAccount = () => privateKeyToAccount(generatePrivateKey())

describe.each(['test', 'mainnet'] as const)(
  'x402 on the embedded EVM chain, %s ids',
  (networkIds) => {
    let bench: Awaited<ReturnType<typeof startEvmBench>>
    let facilitator: x402Facilitator
    let rail: PaymentRequirements
    // Holds USDC and never a coin for gas.
    const payer = newAccount()
    beforeAll(async () => {
      bench = await startEvmBench({ networkIds })
      const { network, asset, payTo } = bench.chain
      rail = {
        scheme: 'exact',
        network: network.id as PaymentRequirements['network'],
        amount: '5000000',
        asset,
        payTo,
        maxTimeoutSeconds: 300,
        extra: { ...network.domain },
      }
      facilitator = new x402Facilitator().register(
        rail.network,
        new FacilitatorScheme(bench.chain.facilitator),
      )
      await bench.chain.mint(payer.address, 25_000_000n)
    })
    afterAll(() => bench.stop())

    const pay = (account: LocalAccount = payer, requirements = rail): Promise<PaymentPayload> =>
      new x402Client()
        .setSpendControls(false)
        .register('eip155:*', new ClientScheme(account))
        .createPaymentPayload({
          x402Version: 2,
          resource: { url: 'http://127.0.0.1/x402/top-up' },
          accepts: [requirements],
        })

    it('verifies and settles a payment, and refuses it the second time', async () => {
      const payment = await pay()
      const before = [
        await bench.balanceOf(payer.address),
        await bench.balanceOf(bench.chain.payTo),
      ]
      expect(await facilitator.verify(payment, rail)).toMatchObject({ isValid: true })
      expect(await facilitator.settle(payment, rail)).toMatchObject({
        success: true,
        network: rail.network,
        payer: payer.address,
      })
      const after = [await bench.balanceOf(payer.address), await bench.balanceOf(bench.chain.payTo)]
      expect(after).toEqual([(before[0] ?? 0n) - 5_000_000n, (before[1] ?? 0n) + 5_000_000n])
      expect(await facilitator.verify(payment, rail)).toMatchObject({
        isValid: false,
        invalidReason: 'invalid_exact_evm_nonce_already_used',
      })
      expect(await facilitator.settle(payment, rail)).toMatchObject({ success: false })
      expect(await bench.balanceOf(bench.chain.payTo)).toBe(after[1])
    })

    it('refuses whatever differs from what was signed and asked', async () => {
      const payment = await pay()
      const other = newAccount().address
      const changed = (change: (authorization: Record<string, string>) => void) => {
        const copy = structuredClone(payment)
        change(copy.payload['authorization'] as Record<string, string>)
        return copy
      }
      const flipped = structuredClone(payment)
      const signature = String(flipped.payload['signature'])
      flipped.payload['signature'] =
        signature.slice(0, 20) + (signature[20] === 'a' ? 'b' : 'a') + signature.slice(21)
      const cases: [string, PaymentPayload, PaymentRequirements][] = [
        ['a flipped signature', flipped, rail],
        ['a raised value', changed((one) => (one['value'] = '9000000')), rail],
        ['a lowered value', changed((one) => (one['value'] = '1')), rail],
        ['another recipient', changed((one) => (one['to'] = other)), rail],
        ['another payer', changed((one) => (one['from'] = other)), rail],
        ['a stretched expiry', changed((one) => (one['validBefore'] = '9999999999')), rail],
        ['an expired authorization', changed((one) => (one['validBefore'] = '1700000000')), rail],
        ['another payTo asked', payment, { ...rail, payTo: other }],
        ['another amount asked', payment, { ...rail, amount: '6000000' }],
        ['another domain', payment, { ...rail, extra: { name: 'Euro Coin', version: '2' } }],
        ['another asset', payment, { ...rail, asset: other }],
        ['another network', payment, { ...rail, network: 'eip155:1' }],
      ]
      const before = await bench.balanceOf(bench.chain.payTo)
      for (const [name, payload, requirements] of cases) {
        const verified = await facilitator
          .verify(payload, requirements)
          .catch(() => ({ isValid: false }))
        expect(verified.isValid, name).toBe(false)
        const settled = await facilitator
          .settle(payload, requirements)
          .catch(() => ({ success: false }))
        expect(settled.success, name).toBe(false)
      }
      expect(await bench.balanceOf(bench.chain.payTo)).toBe(before)
    })

    it('says that a wallet is empty', async () => {
      expect(await facilitator.verify(await pay(newAccount()), rail)).toMatchObject({
        isValid: false,
        invalidReason: 'invalid_exact_evm_insufficient_balance',
      })
    })

    it('settles one payment once when two try together, and two payments both', async () => {
      const [first, second] = await Promise.all([pay(), pay()])
      const before = await bench.balanceOf(bench.chain.payTo)
      const race = await Promise.all([
        facilitator.settle(first, rail),
        facilitator.settle(first, rail),
        facilitator.settle(second, rail),
      ])
      expect(race.slice(0, 2).filter(({ success }) => success)).toHaveLength(1)
      expect(race[2]).toMatchObject({ success: true })
      expect(await bench.balanceOf(bench.chain.payTo)).toBe(before + 10_000_000n)
    })
  },
)
