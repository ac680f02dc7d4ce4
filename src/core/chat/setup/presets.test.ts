import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { presetFile } from '../../storage/files/preset-file.ts'
import { listPresets } from '../../storage/settings/presets.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { importPresets } from './presets.ts'

test('presets of a file are added, and a name that is taken gets a number', async () => {
  const { world } = fakeChat().client
  const file = new Blob([presetFile([{ name: 'Terse', model: 'm', settings: { temperature: 0 } }])])
  expect(await importPresets(world, file)).toContain('1 preset')
  await importPresets(world, file)
  expect((await listPresets()).map(({ name }) => name)).toEqual(['Terse', 'Terse 2'])
})

test('a file that is none of presets changes nothing and says why', async () => {
  const before = await listPresets()
  expect(await importPresets(fakeChat().client.world, new Blob(['{}']))).not.toBe('')
  expect(await listPresets()).toEqual(before)
})
