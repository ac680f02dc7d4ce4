import { expect, test } from 'vitest'

import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { vendorFields } from '../../../../contract/chat/request/vendor-parameters.ts'
import {
  settingGroups,
  settingGroupsOf,
  settingValue,
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
