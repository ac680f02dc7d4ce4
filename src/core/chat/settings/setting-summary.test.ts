import { expect, test } from 'vitest'

import { summarizeSent, summarizeSettings } from './setting-summary.ts'

const words = (settings: Parameters<typeof summarizeSettings>[0]) =>
  summarizeSettings(settings, 'acme').map(({ name, value }) => `${name}: ${value}`)

test('what every chat begins with is not worth a word', () => {
  expect(words({ stream: true })).toEqual([])
  expect(words({ stream: false })).toEqual(['stream: false'])
})

test('everything that is sent is listed, in the order of the form', () => {
  const sent = summarizeSent({ user: 'x', seed: 7, stream: true, top_a: 1 }, 'acme')
  expect(sent.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'stream: true',
    'seed: 7',
    'user: x',
    'top_a: 1',
  ])
})

const weather = {
  tools: [{ type: 'function', function: { name: 'get_weather' } }],
  tool_choice: 'auto',
}
const recipe = { response_format: { type: 'json_schema', json_schema: { name: 'recipe' } } }

test('a tool and a schema are shown by their names', () => {
  expect(words(weather)).toEqual(['tools: get_weather', 'tool_choice: auto'])
  expect(words(recipe)).toEqual(['response_format: recipe'])
})

test('values are short, and vendor fields have their own name', () => {
  expect(
    words({
      temperature: 0.2,
      stop: ['a', 'b'],
      user: 'x'.repeat(50),
      vendor_parameters: { enable_web_search: 'on' },
    }).toSorted(),
  ).toEqual([
    'enable_web_search: on',
    'stop: ["a","b"]',
    'temperature: 0.2',
    `user: ${'x'.repeat(31)}…`,
  ])
})

test('a field that no table knows is shown too', () => {
  const [field] = summarizeSettings({ streaming: true }, 'acme')
  expect(field).toEqual({ path: 'streaming', name: 'streaming', value: 'true' })
})
