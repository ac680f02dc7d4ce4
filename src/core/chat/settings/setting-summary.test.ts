import { expect, test } from 'vitest'

import { summarizeSettings } from './setting-summary.ts'
import { groupsInUse } from './settings-fields.ts'

const words = (settings: Parameters<typeof summarizeSettings>[0]) =>
  summarizeSettings(settings, 'acme').map(({ name, value }) => `${name}: ${value}`)

test('what every chat begins with is not worth a word', () => {
  expect(words({ stream: true })).toEqual([])
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

test('the groups that settings are in are known', () => {
  const groups = (settings: Parameters<typeof groupsInUse>[0]) => [
    ...groupsInUse({ stream: true, ...settings }),
  ]
  expect(groups({})).toEqual([])
  expect(groups(weather)).toEqual(['tools'])
  expect(groups({ ...recipe, vendor_parameters: { enable_web_search: 'on' } })).toEqual([
    'output',
    'vendor',
  ])
})
