import { sha256 } from '@noble/hashes/sha2.js'

import { bytesOfHex } from './hex.ts'

/** The only version whose layout is known here. */
export const QUOTE_VERSION = 4
/** The kind of a quote that says Intel TDX. */
export const TDX = 0x81
/** Bytes before the report of a quote. */
const QUOTE_HEADER_BYTES = 48
/** Where the attributes of the domain stand in a quote; the first bit of the first byte is "debug". */
export const ATTRIBUTES_AT = QUOTE_HEADER_BYTES + 120
/** Where the 64 bytes stand that the enclave chose itself: an address, zeros, and a nonce or its hash. */
export const REPORT_DATA_AT = QUOTE_HEADER_BYTES + 520
/** Where the nonce stands in a quote. */
export const NONCE_AT = REPORT_DATA_AT + 32
/** Bytes of a quote without the signature that follows. */
export const QUOTE_BYTES = REPORT_DATA_AT + 64

/** What a quote has to be about. */
interface Bound {
  /** As `0x…`. */
  signingAddress: string
  /** The hex of 32 bytes, in lower case. */
  nonce: string
}

/**
 * What is wrong with a TDX quote about a key and a nonce, as the end of a sentence; undefined when nothing is.
 * Who signed the quote is not looked at: that takes Intel's certificates.
 */
export function quoteFault(quote: string, { signingAddress, nonce }: Bound): string | undefined {
  const spellings = spellingsOf(quote)
  const bytes = spellings.find(isTdx) ?? spellings[0]
  if (bytes === undefined) return 'its hardware quote is not readable'
  if (!isTdx(bytes)) return 'its hardware quote is not of Intel TDX'
  if (((bytes[ATTRIBUTES_AT] ?? 1) & 1) === 1) return 'its enclave runs in debug mode'
  const stands = (what: Uint8Array, at: number) => what.every((byte, i) => bytes[at + i] === byte)
  const address = bytesOfHex(signingAddress.slice(2))
  if (!stands(address, REPORT_DATA_AT)) return 'its hardware quote is about another key'
  const padding = new Uint8Array(NONCE_AT - REPORT_DATA_AT - address.length)
  if (!stands(padding, REPORT_DATA_AT + address.length))
    return 'its hardware quote has an unknown layout'
  const raw = bytesOfHex(nonce)
  return stands(raw, NONCE_AT) || stands(sha256(raw), NONCE_AT)
    ? undefined
    : 'its hardware quote is about another nonce'
}

/**
 * The bytes that a quote may stand for, without its signature: as hex, and as base64 of any alphabet. Most hex is
 * base64 too; only one of both is a quote.
 */
function spellingsOf(quote: string): Uint8Array[] {
  const text = quote.replaceAll(/\s/g, '')
  const hex = text.replace(/^0x/i, '')
  const base64 = text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const found: Uint8Array[] = []
  if (hex.length >= 2 * QUOTE_BYTES && /^(?:[0-9a-f]{2})+$/i.test(hex))
    found.push(bytesOfHex(hex.slice(0, 2 * QUOTE_BYTES)))
  if (base64.length % 4 !== 1 && /^[A-Za-z0-9+/]+$/.test(base64)) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    if (bytes.length >= QUOTE_BYTES) found.push(bytes)
  }
  return found
}

function isTdx(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  return view.getUint16(0, true) === QUOTE_VERSION && view.getUint32(4, true) === TDX
}
