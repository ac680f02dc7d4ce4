import { describe, expect, it } from 'vitest'

import { checkAttestation, type Attestation } from './attestation.ts'
import { bytesOfHex, hexOfBytes } from './hex.ts'
import { ATTRIBUTES_AT, QUOTE_BYTES, REPORT_DATA_AT, TDX } from './quote.ts'
import { addressOf, newKeyPair } from './secp256k1.ts'

const { publicKey } = newKeyPair()
const asked = { model: 'sandbox-private', nonce: 'ab'.repeat(32) }

function quote(change: (view: DataView) => void = () => undefined): string {
  const bytes = new Uint8Array(QUOTE_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, TDX, true)
  bytes.set(bytesOfHex(addressOf(publicKey).slice(2)), REPORT_DATA_AT)
  change(view)
  return hexOfBytes(bytes)
}

const sound: Attestation = {
  verified: true,
  ...asked,
  tee_provider: 'somebody',
  intel_quote: quote(),
  signing_key: publicKey,
  signing_address: addressOf(publicKey),
}

describe('an attestation', () => {
  it('gives its key when everything fits', () => {
    expect(checkAttestation(sound, asked)).toEqual({ publicKey, provider: 'somebody' })
  })

  it('may spell the key without 04, under the other name, and leave the quote out', () => {
    const { signing_key: _, intel_quote: __, ...rest } = sound
    const spelled = { ...rest, signing_public_key: publicKey.slice(2).toUpperCase() }
    expect(checkAttestation(spelled, asked)).toEqual({ publicKey, provider: 'somebody' })
  })

  it.each<[string, Partial<Attestation>, string]>([
    ['not verified', { verified: false }, "couldn't verify"],
    ['of another nonce', { nonce: 'cd'.repeat(32) }, "nonce doesn't match"],
    ['of another model', { model: 'sandbox-chat' }, 'about sandbox-chat'],
    ['without a key', { signing_key: 'nothing' }, 'no usable key'],
    ['with a point off the curve', { signing_key: `04${'11'.repeat(64)}` }, 'no usable key'],
    [
      'with the address of another key',
      { signing_address: addressOf(newKeyPair().publicKey) },
      "signing key doesn't match",
    ],
    ['with a quote cut short', { intel_quote: quote().slice(0, 200) }, 'not readable'],
    [
      'with a quote of other hardware',
      { intel_quote: quote((view) => view.setUint32(4, 0, true)) },
      'not of Intel TDX',
    ],
    [
      'in debug mode',
      { intel_quote: quote((view) => view.setUint8(ATTRIBUTES_AT, 1)) },
      'debug mode',
    ],
    [
      'with a quote about another key',
      {
        intel_quote: quote((view) =>
          view.setUint8(REPORT_DATA_AT, 0xff ^ view.getUint8(REPORT_DATA_AT)),
        ),
      },
      'another key',
    ],
  ])('%s is refused', (_, change, fault) => {
    expect(checkAttestation({ ...sound, ...change }, asked)).toEqual({
      fault: expect.stringContaining(fault),
    })
  })
})
