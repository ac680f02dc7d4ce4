import { createStore } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'

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
  readSnippets(stored()),
)

/** Keeps the snippet of a tool, here and in the browser's storage where that is allowed. */
export function saveSnippet(tool: string, snippet: ToolSnippet): void {
  const snippets = new Map(toolSnippetStore.getState())
  if (snippet.code.trim() === '') snippets.delete(tool)
  else snippets.set(tool, snippet)
  toolSnippetStore.setState(snippets, true)
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify([...snippets].map(([name, kept]) => ({ tool: name, ...kept }))),
    )
  } catch {
    // Without storage the snippets last as long as the page.
  }
}

/** Snippets from stored text; what is not valid is left out. */
export function readSnippets(text: string | null): ReadonlyMap<string, ToolSnippet> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return new Map(
      (Array.isArray(kept) ? kept : []).flatMap((value): [string, ToolSnippet][] => {
        const { data } = keptSchema.safeParse(value)
        return data === undefined ? [] : [[data.tool, { code: data.code, seconds: data.seconds }]]
      }),
    )
  } catch {
    return new Map()
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
