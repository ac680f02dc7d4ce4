import { bytesOfHex, hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { QUOTE_BYTES, REPORT_DATA_AT, TDX } from '../../../contract/e2ee/quote.ts'

/**
 * The hex of a quote in the form of Intel TDX about a signing address. No hardware made it: its
 * measurements are zero and nobody signed it.
 */
export function simulatedQuote(signingAddress: string): string {
  const bytes = new Uint8Array(QUOTE_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 4, true)
  view.setUint16(2, 2, true)
  view.setUint32(4, TDX, true)
  bytes.set(bytesOfHex(signingAddress.slice(2)), REPORT_DATA_AT)
  return hexOfBytes(bytes)
}
