import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'

import { presetFile, readPresetFile } from '../files/preset-file.ts'
import { hostileVersions } from '../testing/hostile-json.ts'
import { deletePreset, listPresets, savePresets, subscribePresets } from './presets.ts'

const preset = (name: string) => ({ id: name, name, createdAt: 1, model: 'm', settings: {} })
const names = async () => (await listPresets()).map(({ name }) => name)

afterEach(async () => {
  vi.restoreAllMocks()
  for (const { id } of await listPresets()) await deletePreset(id)
})

it('lists presets by name, as people count', async () => {
  await savePresets(['Step 10', 'Step 9', 'Émile', 'abc'].map(preset))
  expect(await names()).toEqual(['abc', 'Émile', 'Step 9', 'Step 10'])
  await deletePreset('abc')
  expect(await names()).not.toContain('abc')
})

it('says in every tab that a preset changed', async () => {
  const listener = vi.fn<() => void>()
  const stop = subscribePresets(listener)
  const elsewhere = new BroadcastChannel('presets')
  await savePresets([preset('A')])
  expect(listener).toHaveBeenCalledTimes(1)
  elsewhere.postMessage('changed')
  await expect.poll(() => listener.mock.calls.length).toBe(2)
  stop()
  elsewhere.close()
})

const wholeFile = {
  format: 'playground-presets',
  version: 1,
  presets: [
    {
      name: 'Terse',
      model: 'sandbox-fast',
      settings: { temperature: 0.2, tools: [{ type: 'function', function: { name: 'now' } }] },
      system: 'You are terse.',
    },
    { name: 'Long', model: 'sandbox-chat', settings: {} },
  ],
}

it('keeps whatever a file brought in, lists it, and writes it out as it is', async () => {
  await fc.assert(
    fc.asyncProperty(hostileVersions(wholeFile), async (file) => {
      const reading = readPresetFile(JSON.stringify(file))
      if (!reading.ok) {
        expect(reading.message).not.toBe('')
        return
      }
      for (const { id } of await listPresets()) await deletePreset(id)
      await savePresets(
        reading.presets.map((content, at) => ({ ...content, id: String(at), createdAt: 1 })),
      )
      const listed = await listPresets()
      for (const { name, model } of listed) expect(name.trim() && model.trim()).not.toBe('')
      const again = readPresetFile(presetFile(listed))
      expect(again).toMatchObject({ ok: true, unreadable: 0 })
    }),
    { numRuns: 100 },
  )
})
