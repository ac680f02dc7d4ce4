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
  /** The hardware's statement, in base64 or hex. */
  intel_quote: z.nullish(z.string()),
  signing_key: z.optional(z.string()),
  signing_public_key: z.optional(z.string()),
  signing_address: z.optional(z.string()),
  /** What the service itself checked: `tdx`, `nvidia`, `signingAddressBinding`, `nonceBinding`, in no fixed form. */
  server_verification: z.optional(z.unknown()),
})

export type Attestation = z.infer<typeof attestationSchema>

/** A key that a quote names together with the nonce that was asked with. Intel's signature was not checked. */
export interface AttestedKey {
  publicKey: PublicKeyHex
  provider: string
}

/**
 * Checks an attestation against what was asked: `nonce` is 64 hex digits in lower case. Gives the key to
 * seal for, or what is wrong as the end of a sentence.
 */
export function checkAttestation(
  attestation: Attestation,
  asked: { model: string; nonce: string },
): AttestedKey | { fault: string } {
  const { verified, nonce, model, intel_quote: quote, signing_address: address } = attestation
  if (!verified) return { fault: "the service couldn't verify it" }
  const failed = failedCheck(attestation.server_verification)
  if (failed !== undefined) return { fault: `the service reports a failed check (${failed})` }
  if (nonce.toLowerCase() !== asked.nonce) return { fault: "its nonce doesn't match" }
  if (model !== asked.model) return { fault: `it is about ${model}` }
  const given = [attestation.signing_key, attestation.signing_public_key]
  const keys = new Set(given.flatMap((key) => (key ? (readPublicKey(key) ?? []) : [])))
  const [publicKey] = keys
  if (publicKey === undefined) return { fault: 'it has no usable key' }
  if (keys.size > 1) return { fault: 'it has two different keys' }
  const signer = addressOf(publicKey)
  if (address !== undefined && address.toLowerCase() !== signer)
    return { fault: "its signing key doesn't match" }
  if (!quote) return { fault: 'it has no hardware quote, so it proves nothing' }
  const fault = quoteFault(quote, { signingAddress: signer, nonce: asked.nonce })
  if (fault !== undefined) return { fault }
  return { publicKey, provider: attestation.tee_provider ?? 'an unnamed provider' }
}

const FAILED =
  /^(?:no$|(?:false|fail(?:ed|ure)?|error|invalid|mismatch|rejected|un(?:verified|bound)|not[ _-]\w+)\b)/i
/** Of these it is bad news when they are true, or hold anything. */
const BAD_WHEN_TRUE = /debug|error|fail|mismatch|revoked|expired/i
/** Of these only `true` is bad news: `false` is how it should be, and a time or an age is no verdict. */
const FLAG = /cached|stale|outdated|tampered|compromised|vulnerable|untrusted/i

/** Where something in a service's own report explicitly failed; undefined when nothing did. */
function failedCheck(value: unknown, place = 'server_verification'): string | undefined {
  if (value === false || (typeof value === 'string' && FAILED.test(value.trim()))) return place
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const below = `${place}.${name}`
    const isFlag = FLAG.test(name) && (typeof inner !== 'object' || inner === null)
    const failed = isFlag
      ? /^(?:true|yes)$/i.test(String(inner).trim())
      : BAD_WHEN_TRUE.test(name)
        ? !isNothing(inner)
        : failedCheck(inner, below)
    if (failed === true) return below
    if (typeof failed === 'string') return failed
  }
  return undefined
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:|false|no|none)$/i.test(value.trim())
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}
