import { expect, test } from 'vitest'

import { starters } from '../starters/starters.ts'
import { summarizeSettings } from './setting-summary.ts'
import { groupsInUse } from './settings-fields.ts'

const words = (settings: Parameters<typeof summarizeSettings>[0]) =>
  summarizeSettings(settings, 'acme').map(({ name, value }) => `${name}: ${value}`)

test('what every chat begins with is not worth a word', () => {
  expect(words({ stream: true })).toEqual([])
})

test.each([
  ['Tools', ['tools: get_weather', 'tool_choice: auto']],
  ['Structured output', ['response_format: recipe']],
  ['Reasoning', ['reasoning_effort: high']],
] as const)('%s shows what it sets', (name, expected) => {
  expect(words(starters[name].settings).toSorted()).toEqual([...expected].toSorted())
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

test.each([
  ['Tools', ['tools']],
  ['Structured output', ['output']],
  ['Web search', ['vendor']],
  ['Vision', []],
] as const)('the groups that %s changes are known', (name, groups) => {
  expect([...groupsInUse(starters[name].settings)]).toEqual(groups)
})
