import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
  validatePaymentIdentifier,
} from '@x402/extensions/payment-identifier'
import { expect, it } from 'vitest'

import { decodeBase64Json } from '../../encoding/bytes.ts'
import { BASE } from '../networks.ts'
import {
  declaredIdentifier,
  identifiedBy,
  PAYMENT_IDENTIFIER_DECLARATION,
  paymentHeaderValue,
  paymentIdentifierOf,
} from './payment-payload.ts'

const NAME = 'payment-identifier'
const ID = 'pay_7d5d747be160e280504c099d984bcfe0'
const required = (extension: unknown) => ({
  x402Version: 2,
  accepts: [],
  extensions: { [NAME]: extension },
})

it('is declared, and sent back, as the reference implementation does it', () => {
  expect(PAYMENT_IDENTIFIER_DECLARATION[NAME]).toEqual(declarePaymentIdentifierExtension())
  for (const isRequired of [true, false]) {
    const declared = { ...declarePaymentIdentifierExtension(isRequired), note: 'kept' }
    const read = declaredIdentifier(required(declared))
    const sent = read && identifiedBy(read, ID)
    const reference = structuredClone({ [NAME]: declared })
    expect(sent).toEqual(appendPaymentIdentifierToExtensions(reference, ID))
    expect(validatePaymentIdentifier(sent?.[NAME])).toEqual({ valid: true })
    expect(paymentIdentifierOf({ extensions: sent })).toBe(ID)
  }
})

it('is not sent where it is not declared, or as nobody could send it back', () => {
  for (const extension of [undefined, null, {}, { info: null }, [], 'yes'])
    expect(declaredIdentifier(required(extension))).toBeUndefined()
  expect(declaredIdentifier(required({ info: { note: 'x'.repeat(5000) } }))).toBeUndefined()
  const entry = { scheme: 'exact', network: BASE.id, asset: BASE.asset, payTo: '0x02' }
  const header = paymentHeaderValue(entry, 5_000_000, { transaction: 'AQAB' })
  expect(decodeBase64Json(header)).not.toHaveProperty('extensions')
})

it('reads an identifier only where it is one', () => {
  const read = (id: unknown) => paymentIdentifierOf({ extensions: { [NAME]: { info: { id } } } })
  expect([read(undefined), read(null)]).toEqual([undefined, undefined])
  for (const payment of [null, {}, { extensions: null }, { extensions: { [NAME]: null } }])
    expect(paymentIdentifierOf(payment)).toBeUndefined()
  expect(read('a'.repeat(16))).toBe('a'.repeat(16))
  for (const id of ['a'.repeat(15), 'a'.repeat(129), 'a'.repeat(16) + '\n', 5])
    expect(read(id)).toBeNull()
})
