import { describe, expect, it } from 'vitest'

import { readEvent } from '../../../../contract/chat/read/read-event.ts'
import { openWith, sealFor } from '../../../../contract/e2ee/envelope.ts'
import { newKeyPair } from '../../../../contract/e2ee/secp256k1.ts'
import { createEventMask } from '../../../../contract/headers/secrets/event-mask.ts'
import { eventDecrypter } from './encrypt-chat.ts'
import { decrypted, decryptedEvent } from './plain-text.ts'

const client = newKeyPair()
const opener = eventDecrypter(openWith(client.secret))
const read = (event: { data: string }) => readEvent(event, { providerName: 'vendor', nowMs: 0 })
const openEvents = (events: Parameters<typeof opener>[0]) =>
  opener(events, { read, mask: createEventMask([]) })

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

  it('are opened wherever an envelope stands in a choice', async () => {
    const seal = await sealFor(client.publicKey)
    const [one, two] = [await seal('one'), await seal('two')]
    const parts = chunk({ content: [{ type: 'text', text: one }], reasoning: two, refusal: one })
    const { events } = await openEvents([parts])
    expect(events).toEqual([
      chunk({ content: [{ type: 'text', text: 'one' }], reasoning: 'two', refusal: 'one' }),
    ])
  })

  it('are opened up to the one with plain text', async () => {
    const seal = await sealFor(client.publicKey)
    const events = [
      chunk({ content: await seal('one') }),
      chunk({ content: await seal('two') }, { content: 'Hello' }),
      chunk({ content: await seal('three') }),
    ]
    expect(await openEvents(events)).toEqual({
      events: [chunk({ content: 'one' })],
      failure: { kind: 'downgraded', message: expect.stringContaining('plain text') },
    })
    expect(events[1] && decryptedEvent(events[1])).toBeUndefined()
  })

  it('behavior: have a key masked that comes in pieces, one per envelope', async () => {
    const key = 'sk-3kTbXc9QvLm2Zp7RwYd5HsNf8GjAe4Ux'
    const seal = await sealFor(client.publicKey)
    const sealed: ReturnType<typeof chunk>[] = []
    for (const piece of `Your key is ${key}.`.match(/.{1,5}/g) ?? [])
      sealed.push(chunk({ content: await seal(piece) }))
    const whole = chunk({ reasoning_content: await seal(`It is ${key}.`) })
    const { events } = await opener([...sealed, whole], { read, mask: createEventMask([key]) })
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
    expect(await openEvents([chunk({ content: await seal('x') })])).toMatchObject({
      events: [],
      failure: { kind: 'not_decrypted' },
    })
  })

  it.each([
    '{"choices":{"0":{"delta":{"content":"Hello"}}}}',
    '{"choices":{"delta":{"content":"Hello"}}}',
    '{"choices":{"index":0,"said":"Hello"}}',
    '{"choices":{"text":"Hello"}}',
    '{"choices":"Hello"}',
    '{"choices":["Hello"]}',
    '{"choices":1}',
    '{"choices":[],"output":[{"content":[{"type":"output_text","text":"Hello"}]}]}',
    '{"object":"chat.completion.chunk","output":{"text":"Hello"}}',
    '{"content":"Hello"}',
    '"Hello"',
    'Hello',
  ])('are refused with plain text wherever it stands: %s', async (data) => {
    expect(await openEvents([{ at: 0, data }])).toMatchObject({
      events: [],
      failure: { kind: 'downgraded' },
    })
  })

  it.each([
    '',
    '[]',
    'ping',
    '{"type":"ping"}',
    '[DONE]',
    '{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
    '{"choices":[{"index":0,"delta":{"content":null,"tool_calls":[],"reasoning":""}}]}',
    '{"choices":[{"index":0,"delta":{"thought_signature":"c2ln"},"finish_reason":"stop"}]}',
    '{"choices":[{"index":0,"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}}]}',
    '{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2},"cost":{"usd":1}}',
    '{"choices":[],"vendor_parameters":{"enable_web_search":"off","web_search_citations":[]}}',
    '{"error":{"message":"busy","code":"e2ee_attestation_stale"}}',
  ])('pass as they are when they say nothing of the answer: %s', async (data) => {
    const events = [{ at: 0, data }]
    expect(await openEvents(events)).toEqual({ events })
  })
})
