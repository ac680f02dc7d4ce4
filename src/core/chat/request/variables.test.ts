import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { fillMessage, fillVariables, variableNames } from './variables.ts'

describe('fillVariables', () => {
  it.each([
    ['Hello {{name}}!', 'Hello Ada!'],
    ['{{ name }} and {{name}}', 'Ada and Ada'],
    ['\\{{name}}', '{{name}}'],
    ['\\\\{{name}}', '\\{{name}}'],
    ['{{{name}}}', '{Ada}'],
    ['{{}} {{ }} {{a b}} {{1}} {name} {{name', '{{}} {{ }} {{a b}} {{1}} {name} {{name'],
    ['{{stadt.größe-2}}', 'big'],
    ['{{self}}', '{{name}} $& $1'],
  ])('%j becomes %j', (text, expected) => {
    const values = { name: 'Ada', 'stadt.größe-2': 'big', self: '{{name}} $& $1' }
    expect(fillVariables(text, values)).toEqual({ text: expected, missing: [] })
  })

  it('names what has no value, once, and leaves it standing', () => {
    expect(fillVariables('{{city}} {{city}} {{empty}} {{constructor}}', { empty: '' })).toEqual({
      text: '{{city}} {{city}} {{empty}} {{constructor}}',
      missing: ['city', 'empty', 'constructor'],
    })
  })

  const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,8}$/)
  const literal = fc.string().filter((text) => !/[{}\\]/.test(text))

  it('puts in exactly the values, whatever they hold', () => {
    const pieces = fc.array(fc.tuple(literal, name, fc.string({ minLength: 1 })))
    fc.assert(
      fc.property(pieces, (list) => {
        const values = Object.fromEntries(list.map(([, key, value]) => [key, value]))
        const written = list.map(([text, key]) => `${text}{{${key}}}`).join('')
        const sent = list.map(([text, key]) => `${text}${values[key]}`).join('')
        expect(fillVariables(written, values)).toEqual({ text: sent, missing: [] })
        expect(variableNames(written)).toEqual([...new Set(list.map(([, key]) => key))])
      }),
    )
  })

  it('leaves a text without braces alone', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => {
          expect(fillVariables(text, {})).toEqual({ text, missing: [] })
        },
      ),
    )
  })

  it('sends an escaped text exactly as it was before it was escaped', () => {
    const text = fc
      .array(fc.constantFrom('{{', '}}', '{', 'a', '\\', ' ', 'name', '{{name}}'))
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (original) => {
        const escaped = original.replaceAll(/\{\{ *[a-z]+ *\}\}/g, '\\$&')
        expect(fillVariables(escaped, { name: 'x', a: 'x' })).toEqual({
          text: original,
          missing: [],
        })
      }),
    )
  })
})

describe('fillMessage', () => {
  it('fills texts and text parts, and hands on every other part as it is', () => {
    const image = { type: 'image_url', image_url: { url: 'https://a.example/{{n}}.png' } } as const
    const message: Message = {
      role: 'user',
      name: '{{n}}',
      content: [{ type: 'text', text: 'Look, {{n}}', cache_control: { type: 'ephemeral' } }, image],
    }
    const { message: filled, missing } = fillMessage(message, { n: 'Ada' })
    expect(missing).toEqual([])
    expect(filled).toEqual({
      ...message,
      content: [{ type: 'text', text: 'Look, Ada', cache_control: { type: 'ephemeral' } }, image],
    })
    expect((filled.content as unknown[])[1]).toBe(image)
  })

  it('does not look into tool results, which are data', () => {
    const message: Message = { role: 'tool', tool_call_id: 'c', content: '{"a":"{{b}}"}' }
    expect(fillMessage(message, {})).toEqual({ message, missing: [] })
  })
})
