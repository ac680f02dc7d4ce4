import type { Attestation } from '../../../contract/e2ee/attestation.ts'
import { openWith, type Open } from '../../../contract/e2ee/envelope.ts'
import { addressOf, newKeyPair, type PublicKeyHex } from '../../../contract/e2ee/secp256k1.ts'
import { simulatedQuote } from './simulated-quote.ts'

/** Who runs the enclave, as answers say it: this is a simulation, and tells so. */
export const TEE_PROVIDER = 'sandbox (simulated, no hardware)'

/** Stands in for a trusted execution environment: holds the key that requests are sealed for. */
export interface Enclave {
  publicKey: PublicKeyHex
  open: Open
  /** The answer to `GET /tee/attestation`. */
  attest(model: string, nonce: string): Attestation
}

/** An enclave with a new key, which lives as long as the process. */
export function createEnclave(): Enclave {
  const { secret, publicKey } = newKeyPair()
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
