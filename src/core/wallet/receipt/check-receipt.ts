import { isSameWallet } from '../../../../contract/wallet/balance.ts'
import { networkOf } from '../../../../contract/wallet/networks.ts'
import {
  payloadOf,
  readJws,
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
  const receipt = typedReceipt(payloadOf(end.receipt))
  const checked = await signed(
    end.receipt,
    receipt,
    payment,
    () => receipt && otherReceipt(receipt.message, payment, upstream, end.transaction),
  )
  if ('problem' in checked || signedOffer === undefined) return checked
  const offer = typedOffer(payloadOf(signedOffer))
  const offered = await signed(signedOffer, offer, payment, () => undefined)
  return 'problem' in offered ? { problem: `of the offer before it, ${offered.problem}` } : checked
}

/** Who signed, when that is the recipient and what is signed is about this payment. */
async function signed(
  statement: SignedStatement,
  typed: ReturnType<typeof typedOffer> | ReturnType<typeof typedReceipt>,
  { payTo, network }: PaymentIntent,
  otherwise: () => string | undefined,
): Promise<ReceiptCheck> {
  const { format, signature } = statement
  if (format !== 'eip712' && format !== 'jws')
    return { unchecked: `the format ${format.slice(0, 20)} isn't supported` }
  if (typed === undefined) return { problem: 'its fields are invalid' }
  const other = otherwise()
  if (other !== undefined) return { problem: other }
  if (format === 'jws') return signedAsJws(statement, payTo)
  const { recoverTypedDataAddress } = await import('viem')
  const signer = await recoverTypedDataAddress({
    ...typed,
    signature: signature as `0x${string}`,
  } as Parameters<typeof recoverTypedDataAddress>[0]).catch(() => undefined)
  if (signer === undefined) return { problem: 'its signature is invalid' }
  if (isSameWallet(signer, payTo)) return { signer }
  // An address of Ethereum is never a recipient on Solana, whoever has its key.
  return networkOf(network)?.family === 'solana'
    ? {
        unchecked: `it is about this payment, but nothing ties its signer ${signer} to the recipient`,
      }
    : { problem: `signed by ${signer}, not by the recipient` }
}

/**
 * A JWS by the key of the recipient: EdDSA with that of a Solana wallet, ES256K with that of an EVM one. Another key
 * may be the service's own, but its DID says so of itself, and a page can't look a domain's up.
 */
async function signedAsJws(statement: SignedStatement, payTo: string): Promise<ReceiptCheck> {
  const jws = readJws(statement)
  if (jws === undefined) return { problem: 'its fields are invalid' }
  const [alg, kid] = ['alg', 'kid'].map((name) => {
    const value = jws.header[name]
    return typeof value === 'string' ? value : ''
  })
  const bytes = new TextEncoder().encode(jws.signed)
  const isEvm = payTo.startsWith('0x')
  if (alg !== (isEvm ? 'ES256K' : 'EdDSA'))
    return {
      unchecked: `the recipient has no key for ${alg === undefined || alg === '' ? 'an unnamed algorithm' : alg.slice(0, 20)}`,
    }
  let isRecipients: boolean
  if (isEvm) {
    const { possibleSigners } = await import('../../../../contract/e2ee/secp256k1.ts')
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    isRecipients = possibleSigners(hash, jws.signature).some((one) => isSameWallet(one, payTo))
  } else {
    const { decodeBase58 } = await import('../../../../contract/encoding/base58.ts')
    try {
      const raw = Uint8Array.from(decodeBase58(payTo) ?? [])
      const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
      isRecipients = await crypto.subtle.verify('Ed25519', key, jws.signature, bytes)
    } catch {
      return { unchecked: "this browser can't check Ed25519 signatures with the recipient" }
    }
  }
  if (isRecipients) return { signer: payTo }
  return kid?.toLowerCase().includes(payTo.toLowerCase())
    ? { problem: 'its signature is invalid' }
    : { unchecked: "it is about this payment, but its key isn't the recipient's" }
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
