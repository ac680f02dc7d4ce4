import { isSameWallet } from '../../../../contract/wallet/balance.ts'
import {
  type SignedStatement,
  typedOffer,
  typedReceipt,
} from '../../../../contract/wallet/payment/offer-receipt.ts'
import type { PaymentIntent, ReceiptCheck } from '../../storage/payments/payment-intent.ts'

/**
 * Checks what a service signed of a payment: the receipt and, where it signed one, the offer before it. Both have to
 * be about this payment, and signed with the key of its recipient, the one key that the extension ties to a service
 * without a registry. Behind a relay the API is `upstream`, the origin that a person agreed to sign for. Undefined without a receipt.
 * Rejects only where its code can't be loaded.
 */
export async function checkReceipt(
  payment: PaymentIntent,
  upstream?: string,
): Promise<ReceiptCheck | undefined> {
  const { end, signedOffer } = payment
  if (end?.state !== 'credited' || end.receipt === undefined) return undefined
  const receipt = typedReceipt(end.receipt.payload)
  const checked = await signed(
    end.receipt,
    receipt,
    payment,
    () => receipt && otherReceipt(receipt.message, payment, upstream, end.transaction),
  )
  if ('problem' in checked || signedOffer === undefined) return checked
  const offer = typedOffer(signedOffer.payload)
  const offered = await signed(signedOffer, offer, payment, () => undefined)
  return 'problem' in offered ? { problem: `of the offer before it, ${offered.problem}` } : checked
}

/** Who signed, when that is the recipient and what is signed is about this payment. */
async function signed(
  { format, signature }: SignedStatement,
  typed: ReturnType<typeof typedOffer> | ReturnType<typeof typedReceipt>,
  { payTo }: PaymentIntent,
  otherwise: () => string | undefined,
): Promise<ReceiptCheck> {
  if (format !== 'eip712') return { problem: `the format ${format.slice(0, 20)} isn't supported` }
  if (typed === undefined) return { problem: 'its fields are invalid' }
  const other = otherwise()
  if (other !== undefined) return { problem: other }
  const { recoverTypedDataAddress } = await import('viem')
  const signer = await recoverTypedDataAddress({
    ...typed,
    signature: signature as `0x${string}`,
  } as Parameters<typeof recoverTypedDataAddress>[0]).catch(() => undefined)
  if (signer === undefined) return { problem: 'its signature is invalid' }
  return isSameWallet(signer, payTo)
    ? { signer }
    : { problem: `signed by ${signer}, not by the recipient` }
}

/** How far the clocks of this computer and of a service may differ, ms. */
const CLOCK_SKEW_MS = 5 * 60_000

/** What a receipt says of another payment than this one; undefined when it is this one's. */
function otherReceipt(
  receipt: NonNullable<ReturnType<typeof typedReceipt>>['message'],
  { wallet, network, baseUrl, createdAt }: PaymentIntent,
  upstream: string | undefined,
  transaction: string | undefined,
): string | undefined {
  if (!isSameWallet(receipt.payer, wallet)) return 'it names another payer'
  if (receipt.network !== network) return 'it names another network'
  if (receipt.issuedAt * 1000 < createdAt - CLOCK_SKEW_MS) return 'it is older than the payment'
  const url = `${baseUrl}/x402/top-up`
  const places = [url, ...(upstream === undefined ? [] : [upstream + new URL(url).pathname])]
  if (!places.map(placeOf).includes(placeOf(receipt.resourceUrl))) return 'it names another API'
  return receipt.transaction === '' ||
    transaction === undefined ||
    receipt.transaction === transaction
    ? undefined
    : 'it names another transaction'
}

/** Host and path of a URL: behind a proxy a service may not know its scheme. */
function placeOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return host + pathname
}
