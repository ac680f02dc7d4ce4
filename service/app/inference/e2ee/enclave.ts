import {
  type Attestation,
  NONCE_AT,
  QUOTE_BYTES,
  QUOTE_VERSION,
  REPORT_DATA_AT,
  TDX,
} from '../../../../contract/e2ee/attestation.ts'
import { openWith, type Open } from '../../../../contract/e2ee/envelope.ts'
import { addressOf, newKeyPair, type PublicKeyHex } from '../../../../contract/e2ee/secp256k1.ts'
import { bytesOfHex, hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { TEE_PROVIDER } from '../../models/model-headers.ts'

/** Stands in for a trusted execution environment: holds the key that requests are sealed for. */
export interface Enclave {
  publicKey: PublicKeyHex
  open: Open
  /** The answer to `GET /tee/attestation` with 64 hex digits; its quote is in base64 unless asked for in hex. */
  attest(model: string, nonce: string, spelling?: 'hex'): Attestation
}

/** An enclave with the key of a secret, or with a new one that lives as long as the process. */
export function createEnclave(given?: Uint8Array): Enclave {
  const { secret, publicKey } = newKeyPair(given)
  const address = addressOf(publicKey)
  return {
    publicKey,
    open: openWith(secret),
    attest: (model, nonce, spelling) => {
      const quote = simulatedQuote(address, nonce)
      return {
        verified: true,
        nonce,
        model,
        tee_provider: TEE_PROVIDER,
        intel_quote: spelling === 'hex' ? hexOfBytes(quote) : btoa(String.fromCharCode(...quote)),
        signing_key: publicKey,
        signing_address: address,
        server_verification: {
          tdx: { valid: true, simulated: true },
          nvidia: null,
          signingAddressBinding: { bound: true },
          nonceBinding: { bound: true, method: 'raw' },
        },
      }
    },
  }
}

/**
 * A quote in the form of Intel TDX about a signing address and a nonce. No hardware made it: its measurements are
 * zero and nobody signed it.
 */
function simulatedQuote(signingAddress: string, nonce: string): Uint8Array {
  const bytes = new Uint8Array(QUOTE_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, QUOTE_VERSION, true)
  view.setUint16(2, 2, true)
  view.setUint32(4, TDX, true)
  bytes.set(bytesOfHex(signingAddress.slice(2)), REPORT_DATA_AT)
  bytes.set(bytesOfHex(nonce), NONCE_AT)
  return bytes
}
