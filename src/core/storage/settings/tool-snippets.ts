import { createStore } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'
import { localText } from '../db/browser-storage.ts'

const STORAGE_KEY = 'playground.tool-snippets'

/** How long a snippet may run, in seconds. */
export const SNIPPET_SECONDS = { min: 1, max: 60, default: 5 } as const

const keptSchema = z.object({
  tool: z.string(),
  code: z.string(),
  seconds: z.number().check(z.minimum(SNIPPET_SECONDS.min), z.maximum(SNIPPET_SECONDS.max)),
})

/** A piece of JavaScript that answers the calls of one tool. */
export type ToolSnippet = Omit<z.infer<typeof keptSchema>, 'tool'>

/** The snippets of this browser by tool name. They are in no link and leave it in no other way. */
export const toolSnippetStore = createStore<ReadonlyMap<string, ToolSnippet>>(() =>
  readSnippets(localText.loadJson(STORAGE_KEY)),
)

/** Keeps the snippet of a tool, here and in the browser's storage where that is allowed. */
export function saveSnippet(tool: string, snippet: ToolSnippet): void {
  const snippets = new Map(toolSnippetStore.getState())
  if (snippet.code.trim() === '') snippets.delete(tool)
  else snippets.set(tool, snippet)
  toolSnippetStore.setState(snippets, true)
  // Where storage is refused the snippets last as long as the page.
  localText.save(
    STORAGE_KEY,
    JSON.stringify([...snippets].map(([name, kept]) => ({ tool: name, ...kept }))),
  )
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
