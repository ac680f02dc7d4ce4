import { randomBytes } from 'node:crypto'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'

/** Where payments go in tests. */
export const PAY_TO = `0x${'ab'.repeat(20)}`

const HEADER_NAMES = ['PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT']

/** What a wallet signs to pay 5 USDC; the stand-ins take one signature for good. */
export function newAuthorization(from = `0x${randomBytes(20).toString('hex')}`) {
  return {
    from,
    to: PAY_TO,
    value: '5000000',
    validAfter: '0',
    validBefore: '4000000000',
    nonce: `0x${randomBytes(32).toString('hex')}`,
  }
}

type Authorization = ReturnType<typeof newAuthorization>

/** One payment spelled in a way of its own for each number: header name, layout, letter case, padding. */
export function paymentHeaders(auth: Authorization, spelling: number): Record<string, string> {
  const signature = `0x${'11'.repeat(65)}`
  const v2 = (authorization: object, more: object = {}) => ({
    x402Version: 2,
    accepted: {
      scheme: 'exact',
      network: BASE_SEPOLIA.id,
      amount: auth.value,
      asset: BASE_SEPOLIA.asset,
      payTo: PAY_TO,
      maxTimeoutSeconds: 300,
      extra: {},
    },
    payload: { signature, authorization },
    ...more,
  })
  const flat = (x402Version: 1 | 2) => ({
    x402Version,
    scheme: 'exact',
    network: 'base-sepolia',
    payload: { signature, authorization: auth },
  })
  const layouts = [
    v2(auth),
    v2({ ...auth, nonce: `0x${auth.nonce.slice(2).toUpperCase()}` }),
    v2({ ...auth, from: auth.from.toLowerCase() }),
    v2({ ...auth, value: `000${auth.value}` }),
    flat(1),
    flat(2),
    v2(auth, { resource: { url: 'http://other.example/paid' }, note: 'x' }),
  ]
  const header = encodeBase64Json(layouts[spelling % layouts.length])
  const name = HEADER_NAMES[spelling % HEADER_NAMES.length] ?? ''
  return { [name]: spelling % 2 === 0 ? header : ` ${header.replace(/=+$/, '')} ` }
}
