import { expect, test } from 'vitest'

import { settingGroups } from './settings-fields.ts'
import { searchSettings } from './settings-search.ts'

const found = (text: string) => searchSettings(settingGroups, text).map(({ path }) => path)

test('a setting is found by wire name, by label and by meaning', () => {
  expect(found('top_lo')).toEqual(['top_logprobs'])
  expect(found('nucleus')).toEqual(['top_p'])
  expect(found('persona')).toEqual(['vendor_parameters.character_slug'])
})

test('the setting with the very wire name comes first, then names that begin with it', () => {
  expect(found('temperature')[0]).toBe('temperature')
  expect(found('reasoning').slice(0, 2)).toEqual(['reasoning', 'reasoning_effort'])
  expect(found('Max Tokens')[0]).toBe('max_tokens')
  expect(found('logprobs').slice(0, 2)).toEqual(['logprobs', 'top_logprobs'])
  expect(found('n')[0]).toBe('n')
})

test('every word must be there, in any order', () => {
  expect(found('search web')).toContain('vendor_parameters.enable_web_search')
  expect(found('search nowhere')).toEqual([])
})
