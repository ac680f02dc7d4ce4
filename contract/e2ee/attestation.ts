import { z } from '../zod.ts'
import { quoteFault } from './quote.ts'
import { addressOf, readPublicKey, type PublicKeyHex } from './secp256k1.ts'

/** The answer of `GET /tee/attestation?model=&nonce=`. */
export const attestationSchema = z.looseObject({
  verified: z.boolean(),
  /** The 64 hex digits that were sent. */
  nonce: z.string(),
  model: z.string(),
  tee_provider: z.optional(z.string()),
  /** Hex of the hardware's statement. */
  intel_quote: z.nullish(z.string()),
  signing_key: z.optional(z.string()),
  signing_public_key: z.optional(z.string()),
  signing_address: z.optional(z.string()),
})

export type Attestation = z.infer<typeof attestationSchema>

/** A key that an enclave holds, as far as a page can check that. */
export interface AttestedKey {
  publicKey: PublicKeyHex
  provider: string
}

/**
 * Checks an attestation against what was asked. Gives the key to seal for, or what is wrong as the
 * end of a sentence.
 */
export function checkAttestation(
  attestation: Attestation,
  asked: { model: string; nonce: string },
): AttestedKey | { fault: string } {
  const { verified, nonce, model, intel_quote: quote, signing_address: address } = attestation
  if (!verified) return { fault: "the service couldn't verify it" }
  if (nonce.toLowerCase() !== asked.nonce) return { fault: "its nonce doesn't match" }
  if (model !== asked.model) return { fault: `it is about ${model}` }
  const publicKey = readPublicKey(attestation.signing_key ?? attestation.signing_public_key ?? '')
  if (publicKey === undefined) return { fault: 'it has no usable key' }
  const signer = addressOf(publicKey)
  if (address !== undefined && address.toLowerCase() !== signer)
    return { fault: "its signing key doesn't match" }
  const fault = quote ? quoteFault(quote, signer) : undefined
  if (fault !== undefined) return { fault }
  return { publicKey, provider: attestation.tee_provider ?? 'an unnamed provider' }
}
