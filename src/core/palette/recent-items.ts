import type { TextStorage } from '../storage/db/browser-storage.ts'

const STORAGE_KEY = 'playground.palette'

/** Items remembered as recent, the last one first. */
const MOST = 5

/** The ids of the palette's items that were used last; they say nothing of what was typed. */
export function loadRecentItems(storage: TextStorage): string[] {
  const found = storage.loadJson(STORAGE_KEY)
  if (!Array.isArray(found)) return []
  return found.filter((id): id is string => typeof id === 'string').slice(0, MOST)
}

/** Remembers that an item was used. */
export function saveRecentItem(storage: TextStorage, id: string): void {
  const others = loadRecentItems(storage).filter((other) => other !== id)
  storage.save(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, MOST)))
}
