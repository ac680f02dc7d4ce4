import type { StoreApi } from 'zustand/vanilla'

import type { ToolSource } from '../tool.ts'

export interface ToolSourcesState {
  /** In the order in which they were connected. A new list for every change of what one offers. */
  list: readonly ToolSource[]
}

/** Adds a source, or puts it in the place of the one with its id. Returns how to remove it. */
export function addToolSource(store: StoreApi<ToolSourcesState>, source: ToolSource): () => void {
  store.setState(({ list }) => ({
    list: list.some(({ id }) => id === source.id)
      ? list.map((other) => (other.id === source.id ? source : other))
      : [...list, source],
  }))
  return () => store.setState(({ list }) => ({ list: list.filter((other) => other !== source) }))
}

/** Says that a source offers other tools now. */
export function toolsChanged(store: StoreApi<ToolSourcesState>): void {
  store.setState(({ list }) => ({ list: [...list] }))
}
