import { describe, expect, it } from 'vitest'

import { openWith, sealFor } from '../../../../contract/e2ee/envelope.ts'
import { newKeyPair } from '../../../../contract/e2ee/secp256k1.ts'
import { createEventMask } from '../../../../contract/headers/secrets/event-mask.ts'
import { eventDecrypter } from './decrypt-events.ts'
import { decrypted, decryptedEvent } from './decrypted-events.ts'

const client = newKeyPair()
const opener = eventDecrypter(openWith(client.secret))
const openEvents = (events: Parameters<typeof opener>[0]) => opener(events, createEventMask([]))

function chunk(...deltas: object[]) {
  const choices = deltas.map((delta, index) => ({ index, delta }))
  return { at: 1, data: JSON.stringify({ id: 'a', choices }) }
}

describe('events of an encrypted answer', () => {
  it('have their text and reasoning opened, in every choice, and nothing else changed', async () => {
    const seal = await sealFor(client.publicKey)
    const events = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: await seal('one') }, { reasoning_content: await seal('two') }),
      { at: 2, data: '[DONE]' },
    ]
    expect(await openEvents(events)).toEqual({
      plain: false,
      events: [events[0], chunk({ content: 'one' }, { reasoning_content: 'two' }), events[2]],
    })
  })

  it('are known as opened here, each by the event as it came, and those without an envelope are not', async () => {
    const seal = await sealFor(client.publicKey)
    const plain = chunk({ role: 'assistant', content: '' })
    const sealed = chunk({ content: await seal('one') })
    await openEvents([plain, sealed])
    expect(decryptedEvent(plain)).toBeUndefined()
    expect(decryptedEvent(sealed)).toEqual(chunk({ content: 'one' }))
    expect([plain, sealed].map(decrypted)).toEqual([plain, chunk({ content: 'one' })])
    // What is read from a file or from history is another object, and as sealed as ever.
    expect(decrypted({ ...sealed })).toEqual(sealed)
  })

  it('are said to hold plain text when they do', async () => {
    const events = [chunk({ content: 'Hello' })]
    expect(await openEvents(events)).toEqual({ plain: true, events })
  })

  it('behavior: have a key masked that comes in pieces, one per envelope', async () => {
    const key = 'sk-3kTbXc9QvLm2Zp7RwYd5HsNf8GjAe4Ux'
    const seal = await sealFor(client.publicKey)
    const sealed: ReturnType<typeof chunk>[] = []
    for (const piece of `Your key is ${key}.`.match(/.{1,5}/g) ?? [])
      sealed.push(chunk({ content: await seal(piece) }))
    const whole = chunk({ reasoning_content: await seal(`It is ${key}.`) })
    const { events } = await opener([...sealed, whole], createEventMask([key]))
    const textOf = (records: readonly { data: string }[]) =>
      records.map(({ data }) => /_?content":"([^"]*)"/.exec(data)?.[1] ?? '').join('')
    expect(textOf(events)).toMatch(
      /^Your key is .*<redacted 35 chars>\.It is <redacted 35 chars>\.$/,
    )
    // The inspector shows the events as they were opened.
    for (const text of [textOf(events), textOf([...sealed, whole].map(decrypted))])
      expect(text).not.toContain(key.slice(0, 16))
  })

  it('are refused when one was sealed for another key', async () => {
    const seal = await sealFor(newKeyPair().publicKey)
    await expect(openEvents([chunk({ content: await seal('x') })])).rejects.toThrow(Error)
  })

  it.each(['', '[]', '{"choices":1}', '{"choices":[null,1,{"delta":7},{"delta":{"content":1}}]}'])(
    'pass as they are when they are none: %s',
    async (data) => {
      const { plain, events } = await openEvents([{ at: 0, data }])
      expect(plain).toBe(false)
      expect(events).toHaveLength(1)
    },
  )
})
