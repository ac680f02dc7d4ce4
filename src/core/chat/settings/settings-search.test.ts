import { expect, test } from 'vitest'

import { settingGroups } from './settings-fields.ts'
import { searchSettings } from './settings-search.ts'

const found = (text: string) =>
  searchSettings(settingGroups, text).flatMap(({ fields }) => fields.map(({ path }) => path))

test('a setting is found by wire name, by label and by meaning', () => {
  expect(found('top_lo')).toEqual(['top_logprobs'])
  expect(found('nucleus')).toEqual(['top_p'])
  expect(found('persona')).toEqual(['vendor_parameters.character_slug'])
})

test('every word must be there, in any order', () => {
  expect(found('search web')).toContain('vendor_parameters.enable_web_search')
  expect(found('search nowhere')).toEqual([])
})

test('an empty search finds everything', () => {
  expect(searchSettings(settingGroups, '  ')).toBe(settingGroups)
})
