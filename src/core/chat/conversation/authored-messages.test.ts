import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { sendMessages } from '../responses/send-messages.ts'
import { fakeChat, settled } from '../testing/fake-world.ts'
import { deriveTitle, inserted, moved, type Placed, removeMessage } from './authored-messages.ts'
import { openConversation } from './current-conversation.ts'

async function answered() {
  const fake = fakeChat()
  sendMessages(fake.chat, fake.connection, [{ role: 'user', content: 'Hello?' }])
  await settled()
  const { messages, conversation } = fake.chat.conversation.getState()
  return { fake, messages, conversation }
}

test('a message that was removed comes back to its place, also in storage', async () => {
  const { fake, messages } = await answered()
  const undo = removeMessage(fake.chat, messages[0]?.id ?? '')
  await settled()
  expect(fake.messages.size).toBe(1)
  undo()
  await settled()
  expect(fake.chat.conversation.getState().messages).toEqual(messages)
  expect(fake.messages.size).toBe(2)
})

test('behavior: a removal is undone where it was, also when another conversation is shown', async () => {
  const { fake, messages, conversation } = await answered()
  const undo = removeMessage(fake.chat, messages[0]?.id ?? '')
  await openConversation(fake.chat, 'another')
  undo()
  expect(fake.chat.conversation.getState().messages).toEqual([])
  await openConversation(fake.chat, conversation.id)
  expect(fake.chat.conversation.getState().messages).toEqual(messages)
  await settled()
  expect(fake.messages.size).toBe(2)
})

const list = (length: number): Placed[] =>
  Array.from({ length }, (_, index) => ({ id: `m${index}`, position: index + 1 }))

const ids = (items: readonly Placed[]) => items.map(({ id }) => id)

function expectInOrder(items: readonly Placed[]): void {
  const positions = items.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
}

describe('inserted', () => {
  it('puts an item where it was asked to, and touches no other', () => {
    const { list: after, changed } = inserted(list(3), 1, { id: 'new', position: 0 })
    expect(ids(after)).toEqual(['m0', 'new', 'm1', 'm2'])
    expect(ids(changed)).toEqual(['new'])
  })

  it('keeps the order when the same gap is filled for ever', () => {
    let items: readonly Placed[] = list(2)
    for (let count = 0; count < 200; count += 1) {
      items = inserted(items, 1, { id: `n${count}`, position: 0 }).list
      expectInOrder(items)
    }
    expect(items).toHaveLength(202)
  })
})

describe('moved', () => {
  it('keeps every item, in positions that say the same order', () => {
    const steps = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -12, max: 12 })), {
      maxLength: 120,
    })
    fc.assert(
      fc.property(steps, (moves) => {
        let items: readonly Placed[] = list(10)
        for (const [which, by] of moves) {
          const result = moved(items, `m${which}`, by)
          const stored = new Map(items.map((item) => [item.id, item.position]))
          for (const { id, position } of result?.changed ?? []) stored.set(id, position)
          items = result?.list ?? items
          expectInOrder(items)
          // What is written to storage reads back as what is on the screen.
          expect(items.every(({ id, position }) => stored.get(id) === position)).toBe(true)
        }
        expect(ids(items).toSorted()).toEqual(ids(list(10)).toSorted())
      }),
    )
  })

  it('says nothing changed at the ends', () => {
    expect(moved(list(3), 'm0', -1)).toBeUndefined()
    expect(moved(list(3), 'm2', 1)).toBeUndefined()
    expect(moved(list(3), 'gone', 1)).toBeUndefined()
  })
})

const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } }

test.each([
  ['its first line', 'One\nTwo', 'One'],
  [
    'the text beside what is attached',
    [picture, { type: 'text' as const, text: ' What? ' }],
    'What?',
  ],
  ['what is attached, where there is no text', [picture, picture], 'Image'],
  ['nothing, where there is nothing', '', ''],
  ['a beginning of a long line', 'x'.repeat(61), `${'x'.repeat(59)}…`],
])('a conversation is called by %s', (_, content, title) => {
  expect(deriveTitle({ content })).toBe(title)
})
