import { expect, test } from 'vitest'

import { presetFile, readPresetFile } from '../../storage/files/preset-file.ts'
import { versionsOf, withContent } from './presets.ts'

const first = { model: 'm', settings: { temperature: 0 }, system: 'Be brief.' }
const second = { model: 'm', settings: {}, system: 'Be long.' }
const preset = { id: 'p', name: 'Terse', createdAt: 1, ...first }

test('each content that was saved stays, newest first', () => {
  const saved = withContent(preset, second, 2)
  expect(versionsOf(saved)).toEqual([
    { ...second, savedAt: 2 },
    { ...first, savedAt: 1 },
  ])
  const restored = withContent(saved, first, 3)
  expect(versionsOf(restored).map(({ savedAt, system }) => [savedAt, system])).toEqual([
    [3, 'Be brief.'],
    [2, 'Be long.'],
    [1, 'Be brief.'],
  ])
})

test('saving the same once more makes no version', () => {
  expect(withContent(preset, { ...first }, 2)).toBe(preset)
})

test('a file takes all versions with it, without what is hostile in them', () => {
  const saved = withContent(preset, second, 2)
  const reading = readPresetFile(presetFile([saved]))
  expect(reading.ok && reading.presets[0]?.versions).toEqual(saved.versions)
  const text = presetFile([saved]).replace('"temperature": 0', '"api_key": "sk-1"')
  const hostile = readPresetFile(text)
  expect(hostile.ok && hostile.presets[0]?.versions?.[0]?.settings).toEqual({})
})
