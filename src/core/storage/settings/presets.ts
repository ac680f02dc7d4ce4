import { database } from '../db/database.ts'
import type { Preset } from './preset.ts'

/** Carries "a preset changed" between tabs; never the data itself. */
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('presets')
const listeners = new Set<() => void>()

channel?.addEventListener('message', () => {
  for (const listener of listeners) listener()
})

function changed(): void {
  for (const listener of listeners) listener()
  channel?.postMessage('changed')
}

/** Calls back after any preset changed, in this tab or another. Gives the way to stop. */
export function subscribePresets(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All presets of this browser, by name. */
export async function listPresets(): Promise<Preset[]> {
  const db = await database()
  const presets = await db.getAll('presets')
  return presets.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Writes presets, new ones and changed ones; all or none. */
export async function savePresets(presets: readonly Preset[]): Promise<void> {
  const db = await database()
  const transaction = db.transaction('presets', 'readwrite')
  for (const preset of presets) await transaction.store.put(preset)
  await transaction.done
  changed()
}

/** Removes a preset. */
export async function deletePreset(id: string): Promise<void> {
  const db = await database()
  await db.delete('presets', id)
  changed()
}
