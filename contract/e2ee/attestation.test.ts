import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { bytesOfHex, hexOfBytes } from '../encoding/bytes.ts'
import {
  type Attestation,
  attestationSchema,
  ATTRIBUTES_AT,
  checkAttestation,
  NONCE_AT,
  QUOTE_BYTES,
  QUOTE_VERSION,
  REPORT_DATA_AT,
  TDX,
} from './attestation.ts'
import { addressOf, newKeyPair } from './secp256k1.ts'

const { publicKey } = newKeyPair()
const other = newKeyPair().publicKey
const asked = { model: 'sandbox-private', nonce: 'ab'.repeat(32) }
const address = addressOf(publicKey)

function quoteBytes(change: (bytes: Uint8Array) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(QUOTE_BYTES + 700).fill(7, QUOTE_BYTES)
  bytes.set([QUOTE_VERSION, 0, 2, 0, TDX])
  bytes.set(bytesOfHex(address.slice(2)), REPORT_DATA_AT)
  bytes.set(bytesOfHex(asked.nonce), NONCE_AT)
  change(bytes)
  return bytes
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const quote = (change?: (bytes: Uint8Array) => void) => base64Of(quoteBytes(change))
/** Adds a bit to one byte of a quote. */
const flipped = (at: number, bit = 1) => quote((bytes) => (bytes[at] = (bytes[at] ?? 0) ^ bit))

/** As the provider documents it. */
const sound: Attestation = {
  verified: true,
  ...asked,
  tee_provider: 'somebody',
  intel_quote: quote(),
  signing_key: publicKey,
  signing_address: address,
  server_verification: {
    tdx: { valid: true, debug: false, errors: [], tcbStatus: 'UpToDate' },
    nvidia: { valid: true, error: null },
    signingAddressBinding: { bound: true },
    nonceBinding: { bound: true, method: 'raw' },
    verificationDurationMs: 12,
    cached: false,
    cachedAt: null,
    collateral: { stale: false, staleAfterMs: 3000, tampered: 'no' },
  },
}
const accepted = { publicKey, provider: 'somebody' }

describe('an attestation', () => {
  const bytes = quoteBytes((all) => all.fill(0xfb, QUOTE_BYTES))
  const hex = hexOfBytes(bytes)
  const base64 = base64Of(bytes)
  const hashed = quote((all) => all.set(sha256(bytesOfHex(asked.nonce)), NONCE_AT))
  const urlSafe = base64.replaceAll('+', '-').replaceAll('/', '_')

  it.each<[string, Partial<Attestation>]>([
    ['as it is documented', {}],
    ['with its quote in hex', { intel_quote: hex }],
    ['with its quote in hex after 0x', { intel_quote: `0x${hex.toUpperCase()}` }],
    ['with its quote in base64 without padding', { intel_quote: base64.replaceAll('=', '') }],
    ['with its quote in URL-safe base64', { intel_quote: urlSafe }],
    [
      'with its quote in URL-safe base64 without padding',
      { intel_quote: urlSafe.replaceAll('=', '') },
    ],
    ['with its quote in lines', { intel_quote: base64.replaceAll(/.{64}/g, '$&\r\n') }],
    ['with the hash of the nonce in its quote', { intel_quote: hashed }],
    ['that repeats the nonce in capitals', { nonce: asked.nonce.toUpperCase() }],
    [
      'with its key under the other name, without 04',
      { signing_key: '', signing_public_key: publicKey.slice(2).toUpperCase() },
    ],
    ['without the report of the service', { server_verification: undefined }],
    ['with a report in words', { server_verification: { tdx: 'ok', nvidia: null } }],
  ])('%s gives its key', (_, change) => {
    expect(checkAttestation({ ...sound, ...change }, asked)).toEqual(accepted)
  })
})

/** What a hostile or broken service answers, and what is said about it. */
const HOSTILE: readonly (readonly [string, object, string])[] = [
  ['not verified', { verified: false }, "couldn't verify"],
  ['verified in words', { verified: 'true' }, 'could not be read'],
  ['of another nonce', { nonce: 'cd'.repeat(32) }, "nonce doesn't match"],
  ['of the nonce cut short', { nonce: 'ab'.repeat(16) }, "nonce doesn't match"],
  ['of another model', { model: 'sandbox-chat' }, 'about sandbox-chat'],
  ['without a key', { signing_key: undefined }, 'no usable key'],
  ['with a key that is none', { signing_key: 'nothing' }, 'no usable key'],
  ['with a point off the curve', { signing_key: `04${'11'.repeat(64)}` }, 'no usable key'],
  ['with a compressed key', { signing_key: `02${publicKey.slice(2, 66)}` }, 'no usable key'],
  ['with two keys', { signing_public_key: other }, 'two different keys'],
  ['with the address of another key', { signing_address: addressOf(other) }, "key doesn't match"],
  ['with another key of the same address', { signing_key: other }, "key doesn't match"],
  [
    'with another key and its address',
    { signing_key: other, signing_address: addressOf(other) },
    'another key',
  ],
  [
    'with another key and no address',
    { signing_key: other, signing_address: undefined },
    'another key',
  ],
  ['without a quote', { intel_quote: undefined }, 'no hardware quote'],
  ['with null as its quote', { intel_quote: null }, 'no hardware quote'],
  ['with an empty quote', { intel_quote: '' }, 'no hardware quote'],
  ['with an object as its quote', { intel_quote: { quote: quote() } }, 'could not be read'],
  ['with a quote of blanks', { intel_quote: '  ' }, 'not readable'],
  ['with a quote in no known spelling', { intel_quote: `%${quote()}` }, 'not readable'],
  ['with a quote cut short', { intel_quote: quote().slice(0, 800) }, 'not readable'],
  [
    'with a hex quote of an odd length',
    { intel_quote: `${hexOfBytes(quoteBytes())}0` },
    'not readable|not of Intel TDX',
  ],
  ['with a quote of other hardware', { intel_quote: flipped(4) }, 'not of Intel TDX'],
  ['with a quote of another version', { intel_quote: flipped(0) }, 'not of Intel TDX'],
  ['with a quote of text', { intel_quote: btoa('x'.repeat(2000)) }, 'not of Intel TDX'],
  ['in debug mode', { intel_quote: flipped(ATTRIBUTES_AT) }, 'debug mode'],
  ['with a quote about another key', { intel_quote: flipped(REPORT_DATA_AT) }, 'another key'],
  ['with the end of another address', { intel_quote: flipped(REPORT_DATA_AT + 19) }, 'another key'],
  [
    'with something between both',
    { intel_quote: flipped(REPORT_DATA_AT + 20, 0x80) },
    'unknown layout',
  ],
  ['with a quote about another nonce', { intel_quote: flipped(NONCE_AT) }, 'another nonce'],
  ['with the end of another nonce', { intel_quote: flipped(NONCE_AT + 31) }, 'another nonce'],
  [
    'with a quote without a nonce',
    { intel_quote: quote((all) => all.fill(0, NONCE_AT, NONCE_AT + 32)) },
    'another nonce',
  ],
  [
    'with the hash of another nonce',
    { intel_quote: quote((all) => all.set(sha256(new Uint8Array(32)), NONCE_AT)) },
    'another nonce',
  ],
  [
    'whose service says no to the quote',
    { server_verification: { tdx: false } },
    'failed check (server_verification.tdx)',
  ],
  [
    'whose service says no in an object',
    { server_verification: { nvidia: { valid: false } } },
    'server_verification.nvidia.valid',
  ],
  [
    'whose service says no in words',
    { server_verification: { nonceBinding: 'Failed' } },
    'server_verification.nonceBinding',
  ],
  [
    'whose service says why it says no',
    { server_verification: { tdx: 'failed: TCB out of date' } },
    'server_verification.tdx',
  ],
  [
    'whose service says that nothing was verified',
    { server_verification: { nvidia: 'not verified' } },
    'server_verification.nvidia',
  ],
  [
    'whose service says no to the address',
    { server_verification: { signingAddressBinding: { bound: 'false' } } },
    'signingAddressBinding.bound',
  ],
  [
    'whose service says no in a list',
    { server_verification: { checks: [{ ok: true }, { ok: false }] } },
    'checks.1.ok',
  ],
  [
    'whose service gives an error',
    { server_verification: { tdx: { valid: true, error: 'TCB out of date' } } },
    'tdx.error',
  ],
  [
    'whose service saw debug mode',
    { server_verification: { tdx: { valid: true, debug: true } } },
    'tdx.debug',
  ],
  [
    'that the service had in stock',
    { server_verification: { tdx: { valid: true, cached: true } } },
    'tdx.cached',
  ],
  [
    'that is out of date',
    { server_verification: { nvidia: { valid: true, isStale: 'true' } } },
    'nvidia.isStale',
  ],
  ['whose service says no to all', { server_verification: false }, 'server_verification'],
]

/** As the page takes it: what has another shape is refused before anything else. */
function check(attestation: object) {
  const read = attestationSchema.safeParse(attestation)
  return read.success ? checkAttestation(read.data, asked) : { fault: 'it could not be read' }
}

describe('a hostile attestation', () => {
  it.each(HOSTILE)('%s is refused', (_, change, fault) => {
    const words = fault.split('|').map((one) => expect.stringContaining(one))
    const checked = check({ ...sound, ...change })
    expect(words.map((one) => ({ fault: one }))).toContainEqual(checked)
  })

  it('is accepted under no mutation that breaks what binds the key and the nonce', () => {
    const members = Object.keys(sound)
    const value = fc.oneof(
      fc.constantFrom(publicKey, other, address, addressOf(other), asked.nonce, 'true', ''),
      fc.jsonValue(),
      fc.constantFrom(undefined, null, true, false),
    )
    const inMember = fc.record({ name: fc.constantFrom(...members), value })
    const inQuote = fc.record({
      at: fc.oneof(
        fc.nat(QUOTE_BYTES - 1),
        fc.nat(63).map((at) => REPORT_DATA_AT + at),
      ),
      byte: fc.nat(255),
    })
    const spelling = fc.constantFrom(base64Of, hexOfBytes)
    let kept = 0
    fc.assert(
      fc.property(
        fc.array(inMember, { maxLength: 3 }),
        fc.array(inQuote, { maxLength: 2 }),
        spelling,
        (changes, flips, spell) => {
          const bytes = quoteBytes((all) => {
            for (const { at, byte } of flips) all[at] = byte
          })
          const mutated: Record<string, unknown> = { ...sound, intel_quote: spell(bytes) }
          for (const { name, value: changed } of changes) mutated[name] = changed
          const checked = check(mutated)
          if (!('publicKey' in checked)) return
          kept += 1
          // Worked out without the code under test.
          const report = hexOfBytes(bytes.slice(REPORT_DATA_AT, QUOTE_BYTES))
          expect(mutated['intel_quote']).toBe(spell(bytes))
          expect(report).toBe(addressOf(checked.publicKey).slice(2) + '0'.repeat(24) + asked.nonce)
        },
      ),
      { numRuns: 5000 },
    )
    expect(kept).toBeGreaterThan(100)
  })
})
