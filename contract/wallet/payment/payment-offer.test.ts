import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cpuMs } from '../../../scripts/testing/growth.ts'
import { isJsonObject } from '../../json.ts'
import { BASE, BASE_SEPOLIA, PAYMENT_NETWORKS, SOLANA } from '../networks.ts'
import { readPaymentOffer } from './payment-offer.ts'

const payTo = '0x023Bd567A9ab6d6CB92cCa1fF4cc49c131502A1b'
const owner = '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu'

const evmEntry = {
  scheme: 'exact',
  network: BASE.id,
  amount: '5000000',
  asset: BASE.asset,
  payTo,
  maxTimeoutSeconds: 300,
  extra: { name: 'USD Coin', version: '2' },
}
const solanaEntry = {
  scheme: 'exact',
  network: SOLANA.id,
  amount: '5000000',
  asset: SOLANA.asset,
  payTo: owner,
  maxTimeoutSeconds: 300,
  extra: { feePayer: owner },
}

/** Values that a service could write where something else belongs. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    5e6,
    Number.POSITIVE_INFINITY,
    '',
    ' 5000000',
    '5000000.0',
    '5e6',
    '0x4c4b40',
    '٥٠٠٠٠٠٠',
    '5000000\u0000',
    '-5000000',
    '0',
    '9'.repeat(78),
    'permit2',
    'upto',
    'erc7710',
    'EXACT',
    'exact ',
    'base',
    'solana',
    'eip155:1',
    'eip155:08453',
    'EIP155:8453',
    'eip155:8453:0',
    BASE_SEPOLIA.asset,
    BASE.asset,
    `0x${'0'.repeat(40)}`,
    `${payTo}00`,
    payTo.slice(2),
    'UЅD Coin',
    'USD\u200bCoin',
    '__proto__',
    '1'.repeat(32),
    'x'.repeat(20_000),
    [],
    {},
    { __proto__: evmEntry },
    ['5000000'],
    { toString: 'exact' },
    Number.NaN,
    '5000001',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.jsonValue(),
)

const PLAIN_MEMBER = { configurable: true, enumerable: true, writable: true }

/** A member, at the top or in `extra`, that is changed, removed or added. */
const mutation = fc.record({
  at: fc.constantFrom('top', 'extra'),
  key: fc.oneof(
    fc.constantFrom(
      'scheme',
      'network',
      'amount',
      'asset',
      'payTo',
      'maxTimeoutSeconds',
      'extra',
      'name',
      'version',
      'feePayer',
      'memo',
      'assetTransferMethod',
      'paymentFlow',
      'maxAmountRequired',
      '__proto__',
      'constructor',
    ),
    fc.string(),
  ),
  value: fc.option(hostile, { nil: undefined }),
})

describe('readPaymentOffer', () => {
  it('takes what the contract describes, on both chains', () => {
    expect(readPaymentOffer(evmEntry)).toMatchObject({
      ok: true,
      offer: { network: BASE, payTo, minimumAtomic: 5_000_000, timeoutSeconds: 300 },
    })
    expect(readPaymentOffer(solanaEntry)).toMatchObject({ ok: true, offer: { feePayer: owner } })
  })

  it('takes no chain that is not allowed here', () => {
    expect(readPaymentOffer(evmEntry, [BASE_SEPOLIA])).toMatchObject({ ok: false })
    expect(readPaymentOffer({ ...evmEntry, network: 'base' })).toMatchObject({ ok: false })
  })

  it('clamps how long a signature is good for', () => {
    for (const [seconds, kept] of [
      [1, 60],
      [1e9, 900],
      [undefined, 300],
    ] as const) {
      const { maxTimeoutSeconds: _, ...rest } = evmEntry
      expect(
        readPaymentOffer({ ...rest, ...(seconds && { maxTimeoutSeconds: seconds }) }),
      ).toMatchObject({ ok: true, offer: { timeoutSeconds: kept } })
    }
  })

  it('lets nothing outside the list through 20,000 mutations, and never throws', () => {
    let slow = 0
    let taken = 0
    fc.assert(
      fc.property(
        fc.constantFrom(evmEntry, solanaEntry),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (entry, mutations) => {
          const mutated: Record<string, unknown> = structuredClone(entry)
          for (const { at, key, value } of mutations) {
            const { extra } = mutated
            const target = at === 'extra' && isJsonObject(extra) ? extra : mutated
            if (value === undefined) delete target[key]
            // As a member: an assignment to `__proto__` would set the prototype, which JSON can't do.
            else Object.defineProperty(target, key, { ...PLAIN_MEMBER, value })
          }
          const start = performance.now()
          const reading = readPaymentOffer(mutated)
          // The clock is much cheaper to ask for than processor time, and never shows less.
          if (performance.now() - start >= 50 && cpuMs(() => readPaymentOffer(mutated)) >= 50)
            slow += 1
          if (!reading.ok) return
          taken += 1
          const { network, requirement, minimumAtomic, timeoutSeconds } = reading.offer
          const extra = requirement.extra ?? {}
          // Validated anew, by other means than the reader's own.
          const { name, version, assetTransferMethod = 'eip3009', feePayer } = extra
          const isEvm = network.family === 'evm'
          expect({
            scheme: requirement.scheme,
            network: requirement.network,
            asset: requirement.asset.toLowerCase(),
            amount: requirement.amount,
            isListed: PAYMENT_NETWORKS.includes(network),
            isAtMost: minimumAtomic <= 10_000_000_000,
            isTimely: timeoutSeconds >= 60 && timeoutSeconds <= 900,
            assetTransferMethod,
            domain: isEvm && [name, version],
            isPayable: isEvm
              ? /^0x[0-9a-fA-F]{40}$/.test(requirement.payTo)
              : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(String(feePayer)),
          }).toEqual({
            scheme: 'exact',
            network: network.id,
            asset: network.asset.toLowerCase(),
            amount: String(minimumAtomic),
            isListed: true,
            isAtMost: true,
            isTimely: true,
            assetTransferMethod: 'eip3009',
            domain: isEvm && [network.domain.name, '2'],
            isPayable: true,
          })
        },
      ),
      { numRuns: 20_000 },
    )
    // Many change nothing that matters; both kinds have to be among them.
    expect(taken).toBeGreaterThan(1000)
    expect(20_000 - taken).toBeGreaterThan(3000)
    expect(slow).toBeLessThan(200)
    expect(Object.prototype).not.toHaveProperty('scheme')
  })

  it('takes nothing that is no entry', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readPaymentOffer(value).ok).toBe(false)
      }),
    )
    expect(readPaymentOffer({ ...evmEntry, note: 'x'.repeat(10_000_000) }).ok).toBe(false)
  })
})
