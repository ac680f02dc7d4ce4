import { base64ToBytes } from '../../encoding/bytes.ts'
import { isJsonObject, type JsonObject, readJson } from '../../json.ts'
import { optionalMember } from '../../validation.ts'
import { z } from '../../zod.ts'
import type { PaymentRequired, PaymentRequirement } from './payment-required.ts'

/** Key of the x402 extension in which a service signs its terms, and that it was paid. */
export const OFFER_RECEIPT = 'offer-receipt'

/** Longest signed offer or receipt that is kept, characters of JSON. */
const MAX_SIGNED_CHARS = 8192

const signedSchema = z.looseObject({
  /** `eip712` or `jws`; a JWS carries its payload in its signature. */
  format: z.string(),
  payload: optionalMember(z.record(z.string(), z.unknown())),
  signature: z.string(),
})

/** An offer or a receipt as its service signed it. */
export type SignedStatement = z.infer<typeof signedSchema>

const offerSchema = z.looseObject({
  version: z.literal(1),
  resourceUrl: z.string(),
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  amount: z.string(),
  /** Unix seconds. */
  validUntil: optionalMember(z.int()),
})

const receiptSchema = z.looseObject({
  version: z.literal(1),
  network: z.string(),
  resourceUrl: z.string(),
  payer: z.string(),
  /** Unix seconds. */
  issuedAt: z.int(),
  transaction: optionalMember(z.string()),
})

const text = (name: string) => ({ name, type: 'string' })
const number = (name: string) => ({ name, type: 'uint256' })

/** A JWS taken apart (RFC 7515, compact): `signed` is what its signature is over. */
interface Jws {
  header: JsonObject
  payload: JsonObject
  signed: string
  signature: Uint8Array<ArrayBuffer>
}

/** A statement as a JWS; undefined for what is none. */
export function readJws({ format, signature: text }: SignedStatement): Jws | undefined {
  const [head = '', body = '', last = '', ...more] = text.split('.')
  if (format !== 'jws' || more.length > 0) return undefined
  const [header, payload] = [head, body].map((part) => {
    const bytes = bytesOf(part)
    return bytes && readJson(new TextDecoder().decode(bytes))
  })
  const signature = bytesOf(last)
  if (!isJsonObject(header) || !isJsonObject(payload) || signature === undefined) return undefined
  return { header, payload, signed: `${head}.${body}`, signature }
}

/** What a statement says, in either format. */
export function payloadOf(statement: SignedStatement): Record<string, unknown> | undefined {
  return statement.format === 'jws' ? readJws(statement)?.payload : statement.payload
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> | undefined {
  return /^[\w-]+$/.test(base64Url) ? base64ToBytes(base64Url) : undefined
}

/** What the signature of an offer is over, as EIP-712 typed data; undefined for what is no payload of one. */
export function typedOffer(payload: unknown) {
  const { data } = offerSchema.safeParse(payload)
  if (data === undefined) return undefined
  const { version, resourceUrl, scheme, network, asset, payTo, amount, validUntil = 0 } = data
  const message = { version, resourceUrl, scheme, network, asset, payTo, amount, validUntil }
  const terms = ['resourceUrl', 'scheme', 'network', 'asset', 'payTo', 'amount'].map(text)
  const types = { Offer: [number('version'), ...terms, number('validUntil')] }
  return { domain: domainOf('x402 offer'), types, primaryType: 'Offer', message } as const
}

/** What the signature of a receipt is over, see {@link typedOffer}. */
export function typedReceipt(payload: unknown) {
  const { data } = receiptSchema.safeParse(payload)
  if (data === undefined) return undefined
  const { version, network, resourceUrl, payer, issuedAt, transaction = '' } = data
  const message = { version, network, resourceUrl, payer, issuedAt, transaction }
  const paid = ['network', 'resourceUrl', 'payer'].map(text)
  const types = { Receipt: [number('version'), ...paid, number('issuedAt'), text('transaction')] }
  return { domain: domainOf('x402 receipt'), types, primaryType: 'Receipt', message } as const
}

/** The extension fixes the chain: nothing of it is for a chain. */
function domainOf(name: string) {
  return { name, version: '1', chainId: 1 }
}

/** The receipt in a settlement, where there is one that can be kept. */
export function receiptOf({ extensions }: Record<string, unknown>): SignedStatement | undefined {
  return readSigned(infoOf(extensions)?.['receipt'])
}

/** The signed offer of a way to pay, found by its terms: the order of the list proves nothing. */
export function signedOfferOf(
  { extensions }: PaymentRequired,
  { scheme, network, asset, payTo, amount }: PaymentRequirement,
): SignedStatement | undefined {
  const offers = infoOf(extensions)?.['offers']
  if (!Array.isArray(offers)) return undefined
  const terms = Object.entries({ scheme, network, asset, payTo, amount })
  return offers
    .slice(0, 20)
    .map(readSigned)
    .find((offer) => {
      const payload = offer && payloadOf(offer)
      return terms.every(([name, value]) => payload?.[name] === value)
    })
}

function infoOf(extensions: unknown) {
  const extension = isJsonObject(extensions) ? extensions[OFFER_RECEIPT] : undefined
  return isJsonObject(extension) && isJsonObject(extension.info) ? extension.info : undefined
}

function readSigned(value: unknown): SignedStatement | undefined {
  const { data } = signedSchema.safeParse(value)
  return data && JSON.stringify(data).length <= MAX_SIGNED_CHARS ? data : undefined
}
