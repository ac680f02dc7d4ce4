import { bytesOfHex } from './hex.ts'

/** The kind of a quote that says Intel TDX. */
export const TDX = 0x81
/** Bytes before the report of a quote. */
const QUOTE_HEADER_BYTES = 48
/** Where the attributes of the domain stand in a quote; the first bit of the first byte is "debug". */
export const ATTRIBUTES_AT = QUOTE_HEADER_BYTES + 120
/** Where the 64 bytes stand that the enclave chose itself. */
export const REPORT_DATA_AT = QUOTE_HEADER_BYTES + 520
/** Bytes of a quote without the signature that follows. */
export const QUOTE_BYTES = REPORT_DATA_AT + 64

/**
 * What is wrong with a TDX quote (version 4) about a key, as a sentence; undefined when nothing is.
 * Who signed the quote is not looked at: that takes Intel's certificates.
 */
export function quoteFault(quote: string, signingAddress: string): string | undefined {
  const hex = quote.startsWith('0x') ? quote.slice(2) : quote
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex) || hex.length < 2 * QUOTE_BYTES)
    return 'its hardware quote is not readable'
  const bytes = bytesOfHex(hex.slice(0, 2 * QUOTE_BYTES))
  const view = new DataView(bytes.buffer)
  if (view.getUint32(4, true) !== TDX) return 'its hardware quote is not of Intel TDX'
  if ((view.getUint8(ATTRIBUTES_AT) & 1) === 1) return 'its enclave runs in debug mode'
  const address = bytesOfHex(signingAddress.slice(2))
  const isBound = address.every((byte, at) => bytes[REPORT_DATA_AT + at] === byte)
  return isBound ? undefined : 'its hardware quote is about another key'
}
