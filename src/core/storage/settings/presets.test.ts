import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'

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
