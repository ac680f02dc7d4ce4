import { allOrNothing, inParallel } from '../db/all-or-nothing.ts'
import { createChannel } from '../db/channel.ts'
import { database } from '../db/database.ts'
import type { Preset } from './preset.ts'

const channel = createChannel<'changed'>('presets')

/** Calls back after any preset changed, in this tab or another. Gives the way to stop. */
export function subscribePresets(listener: () => void): () => void {
  return channel.subscribe(listener)
}

/** All presets of this browser, by name. */
export async function listPresets(): Promise<Preset[]> {
  const db = await database()
  const presets = await db.getAll('presets')
  return presets.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Writes presets, new ones and changed ones; all or none. Rejects when the disk is full. */
export async function savePresets(presets: readonly Preset[]): Promise<void> {
  const db = await database()
  const transaction = db.transaction('presets', 'readwrite')
  await allOrNothing(transaction, () =>
    inParallel(presets.map((preset) => () => transaction.store.put(preset))),
  )
  channel.publish('changed')
}

/** Removes a preset. */
export async function deletePreset(id: string): Promise<void> {
  const db = await database()
  await db.delete('presets', id)
  channel.publish('changed')
}
