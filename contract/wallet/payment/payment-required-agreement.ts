import { canonicalJson } from '../../canonical-json.ts'
import { decodeBase64Json } from '../base64-json.ts'
import { type PaymentRequired, paymentRequiredSchema } from './payment-required.ts'

/** How the `PAYMENT-REQUIRED` header of a 402 compares with its body. */
export type HeaderAgreement =
  /** The same ways to pay. */
  | 'same'
  /** No header that a page may read: the body counts. */
  | 'no header'
  | 'unreadable header'
  /** They name different ways to pay: neither may be used. */
  | 'different'

/** Compares the ways to pay in a `PAYMENT-REQUIRED` header with those in the body. */
export function compareWithHeader(
  body: PaymentRequired,
  header: string | undefined,
): HeaderAgreement {
  if (header === undefined) return 'no header'
  const decoded = paymentRequiredSchema.safeParse(decodeBase64Json(header)).data
  if (decoded === undefined) return 'unreadable header'
  return canonicalJson(decoded.accepts) === canonicalJson(body.accepts) ? 'same' : 'different'
}
