import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Message } from '../../../contract/chat/messages.ts'
import { decodeSetup, encodeSetup } from './codec.ts'
import { fillSlot, shareableChat, type ShareChoices, withoutSecrets } from './shareable.ts'

const EVERYTHING: ShareChoices = {
  settings: true,
  messages: true,
  tools: true,
  schema: true,
  smallFiles: true,
}
const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
const NOTES = 'data:text/plain;base64,aGVsbG8='

const withParts: Message = {
  role: 'user',
  content: [
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url: PIXEL } },
    { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } },
    { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    { type: 'file', file: { file_data: NOTES, filename: 'notes.txt' } },
  ],
}

test('attachments leave named slots, addresses and chosen small text files stay', () => {
  const { setup } = shareableChat(
    { model: 'm', settings: {}, messages: [withParts] },
    { ...EVERYTHING, smallFiles: false },
  )
  expect(setup.attachments).toEqual([
    { message: 0, part: 1, kind: 'image_url', name: 'image/png' },
    { message: 0, part: 3, kind: 'input_audio', name: 'wav audio' },
    { message: 0, part: 4, kind: 'file', name: 'notes.txt' },
  ])
  expect(JSON.stringify(setup)).not.toMatch(/iVBOR|UklGRg|aGVsbG8/)
  const withFiles = shareableChat({ model: 'm', settings: {}, messages: [withParts] }, EVERYTHING)
  expect(JSON.stringify(withFiles.setup)).toContain(NOTES)
})

test('filling every slot, in any order, gives the message back', () => {
  const parts =
    withParts.role === 'user' && Array.isArray(withParts.content) ? withParts.content : []
  const { setup } = shareableChat(
    { model: 'm', settings: {}, messages: [withParts] },
    { ...EVERYTHING, smallFiles: false },
  )
  fc.assert(
    fc.property(fc.shuffledSubarray(setup.attachments, { minLength: 3 }), (order) => {
      const filled = order.reduce((result, slot) => {
        const part = parts[slot.part]
        return part === undefined ? result : fillSlot(result, slot, part)
      }, setup)
      expect(filled.messages).toEqual([withParts])
      expect(filled.attachments).toEqual([])
    }),
  )
})

test('what was not chosen is not in it', () => {
  const draft = {
    model: 'm',
    settings: { temperature: 1, tools: [], tool_choice: 'auto', response_format: { type: 'text' } },
    messages: [{ role: 'user' as const, content: 'hello' }],
  }
  const only = (choice: keyof ShareChoices) => {
    const none = {
      settings: false,
      messages: false,
      tools: false,
      schema: false,
      smallFiles: false,
    }
    return shareableChat(draft, { ...none, [choice]: true }).setup
  }
  expect(only('settings')).toMatchObject({ settings: { temperature: 1 }, messages: [] })
  expect(Object.keys(only('tools').settings)).toEqual(['tools', 'tool_choice'])
  expect(Object.keys(only('schema').settings)).toEqual(['response_format'])
  expect(only('messages')).toMatchObject({ settings: {}, messages: draft.messages })
})

/** Secrets of every kind the page handles, by the shape they have. */
const hex = fc.stringMatching(/^[0-9a-f]{130}$/)
const word = fc.stringMatching(/^[A-Za-z0-9]{32,48}$/)
const canary = fc.oneof(
  word.map((text) => ({ secret: text, written: `sk-${text}` })),
  word.map((text) => ({ secret: text, written: `Bearer ${text}` })),
  word.map((text) => ({ secret: text, written: `api_key=${text}` })),
  hex.map((text) => ({ secret: text, written: `0x${text}` })),
  word.map((text) => {
    const header = Buffer.from(JSON.stringify({ signature: text })).toString('base64')
    return { secret: header, written: header }
  }),
  word.map((text) => ({ secret: text, written: `data:image/png;base64,${text}` })),
)

test('no secret, wherever it stands in the setup, is in the link', () => {
  let seen = 0
  fc.assert(
    fc.property(canary, fc.nat(4), fc.lorem(), ({ secret, written }, place, prose) => {
      const draft = {
        model: place === 0 ? written : 'sandbox-chat',
        settings: {
          user: place === 1 ? written : 'someone',
          metadata: { deep: [{ note: place === 2 ? `${prose} ${written} ${prose}` : prose }] },
        },
        messages: [
          { role: 'system' as const, content: place === 3 ? `${prose} ${written}` : prose },
          {
            role: 'user' as const,
            content: [
              place === 4
                ? {
                    type: 'image_url' as const,
                    image_url: { url: `data:image/png;base64,${secret}` },
                  }
                : { type: 'text' as const, text: prose },
            ],
          },
        ],
      }
      const { setup, removed } = shareableChat(draft, EVERYTHING)
      const reading = decodeSetup(encodeSetup(setup))
      expect(JSON.stringify(reading)).not.toContain(secret)
      if (place < 4) expect(removed).not.toEqual([])
      seen += JSON.stringify(draft).includes(secret) ? 1 : 0
    }),
    { numRuns: 1_000 },
  )
  expect(seen).toBe(1_000)
})

test('the body of a call loses secrets too', () => {
  const { setup, removed } = withoutSecrets({
    area: 'explore',
    method: 'POST',
    path: '/embeddings',
    body: '{"input":"sk-abcdefghijklmnopqrstuvwxyz0123"}',
  })
  expect(setup.body).not.toContain('abcdefghijklmnop')
  expect(removed).toEqual(['body contained what looks like a secret. It was removed.'])
})
