import { createStore, type StoreApi } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'

const STORAGE_KEY = 'playground.canned-results'

const storedSchema = z.array(z.object({ tool: z.string(), result: z.string() }))

/** What a browser answers calls with that always get the same result, by tool name. They are in no link. */
export interface CannedResults {
  store: StoreApi<ReadonlyMap<string, string>>
  /** Saves the result of a tool, here and in the browser's storage where that is allowed; none for ''. */
  save: (tool: string, result: string) => void
}

/** Creates the canned results as they are stored. */
export function createCannedResults(storage: TextStorage): CannedResults {
  const stored = storedSchema.safeParse(storage.loadJson(STORAGE_KEY)).data ?? []
  const store = createStore<ReadonlyMap<string, string>>(
    () => new Map(stored.map(({ tool, result }) => [tool, result])),
  )
  return {
    store,
    save: (tool, result) => {
      const results = new Map(store.getState())
      if (result === '') results.delete(tool)
      else results.set(tool, result)
      store.setState(results, true)
      // Where storage is refused the results last as long as the page.
      const list = [...results].map(([name, text]) => ({ tool: name, result: text }))
      storage.save(STORAGE_KEY, JSON.stringify(list))
    },
  }
}
