import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { contentText } from '../../tools/result-text.ts'
import { readCallResult, readPromptMessages, readResources } from './items.ts'

/** Every text in a value. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => (inner === undefined ? [] : textsIn(inner)))
}

/** A piece of content as servers write it, with one member of another type, or missing. */
const piece: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'video', '__proto__'),
    fc.constantFrom('text', 'data', 'mimeType', 'uri', 'name', 'resource', 'type'),
    fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
  )
  .map(([type, member, value]) => {
    const whole: JsonObject = {
      type,
      text: 'Some words.',
      data: 'QUJD',
      mimeType: 'image/png',
      uri: 'file:///a',
      name: 'a',
      resource: { uri: 'file:///b', text: 'More words.' },
    }
    const { [member]: _, ...rest } = whole
    return value === undefined ? rest : { ...rest, [member]: value as JsonValue }
  })

const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>

test('whatever a tool returns as content is read, and no text of it is lost', () => {
  fc.assert(
    fc.property(anything, (content) => {
      const read = readCallResult({ content })
      expect(read === undefined).toBe(content === null)
      const kept = JSON.stringify(read ?? null)
      for (const text of textsIn(content)) expect(kept).toContain(JSON.stringify(text).slice(1, -1))
      for (const one of read?.content ?? []) expect(typeof contentText(one)).toBe('string')
    }),
    { numRuns: 2_000 },
  )
})

test('a piece with a member of another type is a piece all the same', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (content) => {
      const read = readCallResult({ content })
      expect(read?.content).toHaveLength(content.length)
      content.forEach((given, at) => {
        const one = read?.content[at]
        if (given['type'] === 'text' && typeof given['text'] === 'string')
          expect(one).toEqual({ type: 'text', text: given['text'] })
        else expect(one === undefined ? '' : contentText(one)).not.toBe('')
      })
    }),
    { numRuns: 2_000 },
  )
})

test('whatever a prompt or a resource is, no text of its content is lost', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), (list) => {
      const resources = JSON.stringify(readResources(list, 'file:///a'))
      const messages = list.map((content) => ({ role: 'system', content }))
      const prompt = JSON.stringify(readPromptMessages({ messages }))
      for (const text of textsIn(list)) {
        const written = JSON.stringify(text).slice(1, -1)
        expect(prompt).toContain(written)
        expect(resources).toContain(written)
      }
    }),
    { numRuns: 1_000 },
  )
})
