import { createStore, type StoreApi } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'

const STORAGE_KEY = 'playground.tool-snippets'

/** How long a snippet may run, in seconds. */
export const SNIPPET_SECONDS = { min: 1, max: 60, default: 5 } as const

const keptSchema = z.object({
  tool: z.string(),
  code: z.string(),
  seconds: z.number().check(z.minimum(SNIPPET_SECONDS.min), z.maximum(SNIPPET_SECONDS.max)),
})

/** A piece of JavaScript that answers the calls of one tool. */
type ToolSnippet = Omit<z.infer<typeof keptSchema>, 'tool'>

/** The snippets of one browser by tool name. They are in no link and leave it in no other way. */
export interface ToolSnippets {
  store: StoreApi<ReadonlyMap<string, ToolSnippet>>
  /** Saves the snippet of a tool, here and in the browser's storage where that is allowed; none for no code. */
  save: (tool: string, snippet: ToolSnippet) => void
}

/** Creates the snippets as they are stored. */
export function createToolSnippets(storage: TextStorage): ToolSnippets {
  const store = createStore(() => readSnippets(storage.loadJson(STORAGE_KEY)))
  return {
    store,
    save: (tool, snippet) => {
      const snippets = new Map(store.getState())
      if (snippet.code.trim() === '') snippets.delete(tool)
      else snippets.set(tool, snippet)
      store.setState(snippets, true)
      // Where storage is refused the snippets last as long as the page.
      storage.save(
        STORAGE_KEY,
        JSON.stringify([...snippets].map(([name, saved]) => ({ tool: name, ...saved }))),
      )
    },
  }
}

/** Snippets from stored data; what is not valid is left out. */
function readSnippets(kept: unknown): ReadonlyMap<string, ToolSnippet> {
  return new Map(
    (Array.isArray(kept) ? kept : []).flatMap((value): [string, ToolSnippet][] => {
      const { data } = keptSchema.safeParse(value)
      return data === undefined ? [] : [[data.tool, { code: data.code, seconds: data.seconds }]]
    }),
  )
}
