import { sha256 } from '@noble/hashes/sha2.js'

import { bytesOfHex } from '../encoding/bytes.ts'
import { z } from '../zod.ts'
import { addressOf, type PublicKeyHex, readPublicKey } from './secp256k1.ts'

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

/** The only version whose layout is known here. */
export const QUOTE_VERSION = 4
/** The kind of a quote that says Intel TDX. */
export const TDX = 0x81
const QUOTE_HEADER_BYTES = 48
/** Where the attributes of the domain stand in a quote; the first bit of the first byte is "debug". */
export const ATTRIBUTES_AT = QUOTE_HEADER_BYTES + 120
/** Where the 64 bytes stand that the enclave chose itself: an address, zeros, and a nonce or its hash. */
export const REPORT_DATA_AT = QUOTE_HEADER_BYTES + 520
/** Where the nonce stands in a quote. */
export const NONCE_AT = REPORT_DATA_AT + 32
/** Bytes of a quote without the signature that follows. */
export const QUOTE_BYTES = REPORT_DATA_AT + 64

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
