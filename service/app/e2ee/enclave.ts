import type { Attestation } from '../../../contract/e2ee/attestation.ts'
import { openWith, type Open } from '../../../contract/e2ee/envelope.ts'
import { bytesOfHex, hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { QUOTE_BYTES, REPORT_DATA_AT, TDX } from '../../../contract/e2ee/quote.ts'
import { addressOf, newKeyPair, type PublicKeyHex } from '../../../contract/e2ee/secp256k1.ts'
import { TEE_PROVIDER } from '../models/model-headers.ts'

/** Stands in for a trusted execution environment: holds the key that requests are sealed for. */
export interface Enclave {
  publicKey: PublicKeyHex
  open: Open
  /** The answer to `GET /tee/attestation`. */
  attest(model: string, nonce: string): Attestation
}

/** An enclave with the key of a secret, or with a new one that lives as long as the process. */
export function createEnclave(given?: Uint8Array): Enclave {
  const { secret, publicKey } = newKeyPair(given)
  const address = addressOf(publicKey)
  return {
    publicKey,
    open: openWith(secret),
    attest: (model, nonce) => ({
      verified: true,
      nonce,
      model,
      tee_provider: TEE_PROVIDER,
      intel_quote: simulatedQuote(address),
      signing_key: publicKey,
      signing_address: address,
    }),
  }
}

/**
 * The hex of a quote in the form of Intel TDX about a signing address. No hardware made it: its
 * measurements are zero and nobody signed it.
 */
function simulatedQuote(signingAddress: string): string {
  const bytes = new Uint8Array(QUOTE_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 4, true)
  view.setUint16(2, 2, true)
  view.setUint32(4, TDX, true)
  bytes.set(bytesOfHex(signingAddress.slice(2)), REPORT_DATA_AT)
  return hexOfBytes(bytes)
}
