import { expect, test } from 'vitest'

import { cursorContext, type JsonShape, shapeInWords, shapesAt } from './propose.ts'

/** The context at the bar. */
function at(text: string) {
  const place = text.indexOf('|')
  const context = cursorContext(text.replace('|', ''), place)
  return context && { ...context, word: text.slice(context.from, place) }
}

test.each([
  ['{|', [], 'key', ''],
  ['{"mod|', [], 'key', '"mod'],
  ['{mod|', [], 'key', 'mod'],
  ['{"model": |', ['model'], 'value', ''],
  ['{"model": "sa|', ['model'], 'value', '"sa'],
  ['{"model": "x", "st|"}', [], 'key', '"st'],
  ['{"stop": ["a", |', ['stop', 1], 'value', ''],
  ['{"messages": [{"role": "user"}, {"ro|', ['messages', 1], 'key', '"ro'],
  ['{"a": {"b": {"c": tr|', ['a', 'b', 'c'], 'value', 'tr'],
])('%s', (text, path, expects, word) => {
  expect(at(text)).toMatchObject({ path, expects, word })
})

test.each(['|', '{"a"|', '{"a": 1 |', '{"a": {}|', '{"a": 1}|'])(
  'nothing is proposed where nothing may stand: %s',
  (text) => {
    expect(at(text)).toBeUndefined()
  },
)

test('alternatives are narrowed by what is written', () => {
  const shape: JsonShape = {
    type: 'array',
    items: {
      anyOf: [
        { properties: { role: { enum: ['user'] }, content: {} } },
        { properties: { role: { enum: ['tool'] }, tool_call_id: {} } },
      ],
    },
  }
  const context = cursorContext('[{"role": "tool", ', 18)
  if (context === undefined) throw new Error('no context')
  const shapes = shapesAt(
    shape,
    context.path,
    (path) => context.known.get(JSON.stringify(path)) ?? new Map(),
  )
  expect(shapes.flatMap(({ properties = {} }) => Object.keys(properties))).toEqual([
    'role',
    'tool_call_id',
  ])
})

test('a shape in words', () => {
  expect(shapeInWords({ enum: ['low', 'high'] })).toBe('low | high')
  expect(shapeInWords({ anyOf: [{ type: 'string' }, { type: 'array' }] })).toBe('string | array')
})
