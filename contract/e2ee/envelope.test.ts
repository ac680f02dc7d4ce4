import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isEnvelope } from './envelope-shape.ts'
import { openWith, sealFor } from './envelope.ts'
import { newKeyPair } from './secp256k1.ts'

describe('an envelope', () => {
  it('gives back any text to the holder of the key', async () => {
    const recipient = newKeyPair()
    const seal = await sealFor(recipient.publicKey)
    const open = openWith(recipient.secret)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const envelope = await seal(text)
        expect(isEnvelope(envelope)).toBe(true)
        expect(await open(envelope)).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('is 186 digits long when it holds nothing', async () => {
    const seal = await sealFor(newKeyPair().publicKey)
    expect(await seal('')).toHaveLength(186)
  })

  it('differs each time, even for the same text under one key', async () => {
    const seal = await sealFor(newKeyPair().publicKey)
    const envelopes = await Promise.all(Array.from({ length: 20 }, () => seal('the same')))
    expect(new Set(envelopes).size).toBe(20)
  })

  it('opens for no other key, and not when any byte after the sender was changed', async () => {
    const recipient = newKeyPair()
    const envelope = await (await sealFor(recipient.publicKey))('secret')
    await expect(openWith(newKeyPair().secret)(envelope)).rejects.toThrow(Error)
    const open = openWith(recipient.secret)
    for (let at = 130; at < envelope.length; at += 2) {
      const digit = envelope[at] === '0' ? '1' : '0'
      await expect(open(envelope.slice(0, at) + digit + envelope.slice(at + 1))).rejects.toThrow(
        Error,
      )
    }
  })

  it('opens envelopes of several senders in turn', async () => {
    const recipient = newKeyPair()
    const open = openWith(recipient.secret)
    const [one, two] = await Promise.all([
      sealFor(recipient.publicKey),
      sealFor(recipient.publicKey),
    ])
    const envelopes = await Promise.all([one('a'), two('b'), one('c')])
    expect(await Promise.all(envelopes.map(open))).toEqual(['a', 'b', 'c'])
  })
})

describe('what is no envelope', () => {
  it.each([
    '',
    'Hello',
    'ab'.repeat(92),
    '04'.repeat(92),
    `04${'zz'.repeat(92)}`,
    '04'.repeat(93) + '0',
  ])('%j is plain text', (text) => expect(isEnvelope(text)).toBe(false))
})
