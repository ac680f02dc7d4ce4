import { expect, test } from 'vitest'

import { describeSetting, settingMeaning } from './setting-meaning.ts'
import { settingGroups } from './settings-fields.ts'

const fields = settingGroups.flatMap((group) => group.fields)
const about = (path: string) =>
  fields.filter((field) => field.path === path).map((field) => describeSetting(field))

test('every setting has a meaning', () => {
  expect(fields.filter((field) => settingMeaning(field) === '')).toEqual([])
})

test('help gives the meaning, then the limits, then the default', () => {
  expect(about('frequency_penalty')).toEqual([
    'Positive values discourage tokens the more often they have appeared. -2 to 2. Default: 0.',
  ])
  expect(about('vendor_parameters.enable_web_search')).toEqual([
    'Searches the web. With auto the model decides. Searches are billed. Default: off.',
  ])
})
