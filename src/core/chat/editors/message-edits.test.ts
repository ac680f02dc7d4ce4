import { describe, expect, it } from 'vitest'

import { messageSchema, ROLES, type Message } from '../../../../contract/chat/messages.ts'
import { validate } from '../../../../contract/validation.ts'
import { canHaveRole, editableTexts, withName, withRole, withTexts } from './message-edits.ts'

const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } } as const
const mixed: Message = {
  role: 'user',
  name: 'ada',
  content: [
    { type: 'text', text: 'one', cache_control: { type: 'ephemeral' } },
    image,
    { type: 'text', text: 'two' },
  ],
}

describe('withTexts', () => {
  it('edits each text part and keeps the others, their order and their marks', () => {
    expect(editableTexts(mixed)).toEqual(['one', 'two'])
    expect(withTexts(mixed, ['ONE', 'TWO'])).toEqual({
      ...mixed,
      content: [
        { type: 'text', text: 'ONE', cache_control: { type: 'ephemeral' } },
        image,
        { type: 'text', text: 'TWO' },
      ],
    })
  })

  it('drops a text part that was emptied, and no other', () => {
    expect(withTexts(mixed, ['', 'TWO']).content).toEqual([image, { type: 'text', text: 'TWO' }])
  })

  it('changes nothing when nothing was edited', () => {
    expect(withTexts(mixed, editableTexts(mixed))).toEqual(mixed)
    const call: Message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
    }
    expect(withTexts(call, editableTexts(call))).toEqual(call)
  })
})

describe('withRole', () => {
  it('makes a valid message of every role out of any text message', () => {
    const text: Message = { role: 'user', content: 'Hello', name: 'ada' }
    for (const from of ROLES)
      for (const to of ROLES) {
        const start = withRole(text, from, 'call_1')
        const changed = withRole(start, to, 'call_2')
        expect(changed.role).toBe(to)
        expect(changed.name).toBe('ada')
        expect(editableTexts(changed)).toEqual(['Hello'])
        expect(validate(messageSchema, changed).ok).toBe(true)
      }
  })

  it('is not for messages with pictures, unless they stay the user’s', () => {
    expect(ROLES.filter((role) => canHaveRole(mixed, role))).toEqual(['user'])
  })
})

it('sets and takes away a name', () => {
  expect(withName({ role: 'user', content: 'a' }, 'ada')).toEqual({
    role: 'user',
    content: 'a',
    name: 'ada',
  })
  expect(withName({ role: 'user', content: 'a', name: 'ada' }, '')).toEqual({
    role: 'user',
    content: 'a',
  })
})
