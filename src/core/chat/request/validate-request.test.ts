import { expect, test } from 'vitest'

import { answered, written } from '../testing/records.ts'
import { type SettingsDraft, validateSettings } from './validate-request.ts'

const read = (draft: Partial<SettingsDraft>) =>
  validateSettings({ model: 'small', settings: {}, typed: '', messages: [], ...draft })

test('nothing is wrong with no settings, even before a model or a message is there', () => {
  expect(read({})).toEqual({ issues: [], notes: [] })
  expect(read({ model: '', typed: '  ' })).toEqual({ issues: [], notes: [] })
})

test('a value that the contract does not allow is an issue at its field', () => {
  const { issues } = read({ settings: { temperature: 'hot', n: 1 } })
  expect(issues.map(({ path }) => path)).toEqual([['temperature']])
})

test('a parameter in the model name is noted, as a warning where it contradicts the one beside', () => {
  const model = 'small:enable_web_search=on'
  const levels = (settings: SettingsDraft['settings']) =>
    read({ model, settings })
      .notes.filter(({ fields }) => fields.includes('vendor_parameters.enable_web_search'))
      .map(({ level }) => level)
  expect(levels({})).toContain('info')
  expect(levels({})).not.toContain('warning')
  expect(levels({ vendor_parameters: { enable_web_search: 'off' } })).toContain('warning')
})

test('a parameter in the model name is noted although those beside are not valid', () => {
  const { issues, notes } = read({
    model: 'small:enable_web_search=on',
    settings: { vendor_parameters: { enable_web_search: 5 } },
  })
  expect(issues).not.toEqual([])
  expect(notes.map(({ level }) => level)).toEqual(['info'])
})

test('the pages to scrape are counted in the text being written, else in the one written last', () => {
  const settings = { vendor_parameters: { enable_web_scraping: true } }
  const page = 'Read https://example.com/a'
  const linking = written({ role: 'user', content: page })
  const other = written({ role: 'user', content: 'Hello?' })
  const said = (draft: Partial<SettingsDraft>) =>
    read({ settings, ...draft }).notes.map(({ message }) => message)
  const none = said({ typed: 'Hello?' })
  const one = said({ typed: page })
  expect(one).not.toEqual(none)
  expect(said({ messages: [other, linking, answered({})] })).toEqual(one)
  expect(said({ messages: [linking, other] })).toEqual(none)
  expect(said({ typed: 'Hello?', messages: [linking] })).toEqual(none)
})
