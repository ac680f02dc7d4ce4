import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createEventDecoder } from '../../../../contract/chat/read/event-decoder.ts'
import { eventStream, eventText } from './answer-stream.ts'

describe('an event stream', () => {
  it('cannot be forged by any text: one value is one event on one line', async () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '\n',
        '\r',
        '\0',
        '\u0085',
        '\u2028',
        '\u2029',
        'data: ',
        '[DONE]',
        ':',
        'a',
        '"',
        '\\',
        '\ud800',
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const bytes = texts.map((value) => eventText({ value })).join('')
        expect(bytes.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => line !== '')).toHaveLength(
          texts.length,
        )
        const received: string[] = []
        const decoder = createEventDecoder()
        const events = decoder.decode(new TextEncoder().encode(bytes))
        for (const { data } of [...events, ...decoder.end().events])
          received.push(JSON.parse(data).value)
        expect(received).toEqual(texts)
      }),
    )
  })

  it('sends a comment in every silence', async () => {
    async function* silent() {
      yield eventText(1)
      await new Promise(() => undefined)
    }
    const reader = eventStream(silent(), () => undefined, 5).getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await read()).toBe('data: 1\n\n')
    expect(await read()).toBe(': keep-alive\n\n')
    expect(await read()).toBe(': keep-alive\n\n')
    await reader.cancel()
  })
})
