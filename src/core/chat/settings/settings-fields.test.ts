import { expect, test } from 'vitest'

import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import {
  modelWarnings,
  settingGroups,
  settingGroupsOf,
  settingOfIssue,
  settingValue,
  standingFaults,
  summarizeSent,
  summarizeSettings,
  unknownSettings,
  withFix,
  withSetting,
} from './settings-fields.ts'

test('every field of both tables has its place, once', () => {
  const paths = settingGroups.flatMap(({ fields }) => fields.map(({ path }) => path))
  const expected = [
    ...Object.keys(chatFields).filter(
      (name) => !['messages', 'model', 'vendor_parameters'].includes(name),
    ),
    ...Object.keys(vendorFields).map((name) => `vendor_parameters.${name}`),
  ]
  expect(paths.toSorted()).toEqual(expected.toSorted())
})

test('setting and unsetting leaves nothing behind', () => {
  const set = withSetting({ stream: true }, 'vendor_parameters.enable_web_search', 'on')
  expect(set).toEqual({ stream: true, vendor_parameters: { enable_web_search: 'on' } })
  expect(settingValue(set, 'vendor_parameters.enable_web_search')).toBe('on')
  expect(withSetting(set, 'vendor_parameters.enable_web_search', undefined)).toEqual({
    stream: true,
  })
})

test('false, 0 and null are values and not the absence of one', () => {
  const settings = withSetting(withSetting({}, 'stream', false), 'temperature', 0)
  expect(settings).toEqual({ stream: false, temperature: 0 })
})

test('a fix unsets and sets', () => {
  expect(
    withFix(
      { max_tokens: 9 },
      { label: '', unset: ['max_tokens'], set: { max_completion_tokens: 9 } },
    ),
  ).toEqual({ max_completion_tokens: 9 })
})

test('names are those of the provider', () => {
  const names = settingGroupsOf('my-host').flatMap(({ fields }) => fields.map((f) => f.wireName))
  expect(names).toContain('include_my_host_system_prompt')
  expect(names).toContain('temperature')
})

test('fields that no table knows are named', () => {
  expect(unknownSettings({ temperature: 1, top_a: 1, vendor_parameters: { x: 1 } })).toEqual([
    'top_a',
    'vendor_parameters.x',
  ])
})

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

const issue = (...path: (string | number)[]) => ({ path, message: 'No.' })

test('a fault belongs to the setting it is in', () => {
  expect(settingOfIssue(issue('n'))).toBe('n')
  expect(settingOfIssue(issue('tool_choice', 'function', 'name'))).toBe('tool_choice')
  expect(settingOfIssue(issue('vendor_parameters', 'enable_web_search'))).toBe(
    'vendor_parameters.enable_web_search',
  )
  expect(settingOfIssue(issue('messages', 0, 'content'))).toBeUndefined()
  expect(settingOfIssue(issue())).toBeUndefined()
})

test('a fault stands until its setting is changed', () => {
  const faults = { issues: [issue('n'), issue('stop')], settings: { n: 9, stop: 'x' } }
  expect(standingFaults(faults, { n: 9, stop: 'x', top_k: 1 })).toHaveLength(2)
  expect(standingFaults(faults, { n: 2, stop: 'x' }).map(({ path }) => path)).toEqual([['stop']])
  expect(standingFaults(faults, { stop: 'x' })).toHaveLength(1)
})

const model = {
  id: 'small',
  model_spec: { capabilities: { supportsLogProbs: false, supportsWebSearch: false } },
}

test('every setting that asks for what the model does not do is named once', () => {
  expect(
    modelWarnings(model, {
      logprobs: true,
      top_logprobs: 2,
      temperature: 1,
      vendor_parameters: { enable_web_search: 'on' },
    }),
  ).toEqual([
    'small does not report log probabilities. Requested by logprobs, top_logprobs.',
    'small does not search the web. Requested by enable_web_search.',
  ])
})

test('switching something off asks for nothing', () => {
  const settings = { logprobs: false, vendor_parameters: { enable_web_search: 'off' } }
  expect(modelWarnings(model, settings)).toEqual([])
})
