import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import { inParallel } from '../db/open-database.ts'
import type { Preset } from './preset.ts'

const channel = createChannel<'changed'>('presets')

/** Calls back after any preset changed, in this tab or another. Gives the way to stop. */
export function subscribePresets(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** All presets of this browser, by name. */
export async function listPresets(): Promise<Preset[]> {
  const presets = await (await database()).getAll('presets')
  return presets.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Writes presets, new ones and changed ones; all or none. Rejects when the disk is full. */
export async function savePresets(presets: readonly Preset[]): Promise<void> {
  await database.write(['presets'], ([store]) =>
    inParallel(presets.map((preset) => () => store.put(preset))),
  )
  channel.publish('changed')
}

/** Removes a preset. */
export async function deletePreset(id: string): Promise<void> {
  await (await database()).delete('presets', id)
  channel.publish('changed')
}
