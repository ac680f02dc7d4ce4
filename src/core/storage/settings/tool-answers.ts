import { createStore, type StoreApi } from 'zustand/vanilla'

import { z } from '../../../../contract/zod.ts'
import type { TextStorage } from '../db/browser-storage.ts'

/** What one browser answers calls with, by tool name. It is in no link and leaves the browser in no other way. */
export interface ToolAnswers<Answer> {
  store: StoreApi<ReadonlyMap<string, Answer>>
  /** Saves the answer of a tool, here and in the browser's storage where that is allowed; an empty one is forgotten. */
  save: (tool: string, answer: Answer) => void
}

/** How long a snippet may run, in seconds. */
export const SNIPPET_SECONDS = { min: 1, max: 60, default: 5 } as const

const snippetSchema = z.object({
  code: z.string(),
  seconds: z.number().check(z.minimum(SNIPPET_SECONDS.min), z.maximum(SNIPPET_SECONDS.max)),
})

/** A piece of JavaScript that answers the calls of one tool. */
export type ToolSnippet = z.infer<typeof snippetSchema>

/** Creates the snippets as they are stored. */
export function createToolSnippets(storage: TextStorage): ToolAnswers<ToolSnippet> {
  return createToolAnswers(storage, 'playground.tool-snippets', {
    read: (stored) => snippetSchema.safeParse(stored).data,
    record: (snippet) => snippet,
    isEmpty: ({ code }) => code.trim() === '',
  })
}

/** Creates the results as they are stored that calls always get. */
export function createCannedResults(storage: TextStorage): ToolAnswers<string> {
  return createToolAnswers(storage, 'playground.canned-results', {
    read: (stored) => z.object({ result: z.string() }).safeParse(stored).data?.result,
    record: (result) => ({ result }),
    isEmpty: (result) => result === '',
  })
}

interface Kind<Answer> {
  /** Undefined for what is no such answer: it is left out. */
  read: (stored: unknown) => Answer | undefined
  record: (answer: Answer) => object
  isEmpty: (answer: Answer) => boolean
}

function createToolAnswers<Answer>(
  storage: TextStorage,
  key: string,
  { read, record, isEmpty }: Kind<Answer>,
): ToolAnswers<Answer> {
  const stored = z.array(z.unknown()).safeParse(storage.loadJson(key)).data ?? []
  const known = stored.flatMap((one): [string, Answer][] => {
    const { data } = z.object({ tool: z.string() }).safeParse(one)
    const answer = read(one)
    return data === undefined || answer === undefined ? [] : [[data.tool, answer]]
  })
  const store = createStore<ReadonlyMap<string, Answer>>(() => new Map(known))
  return {
    store,
    save: (tool, answer) => {
      const answers = new Map(store.getState())
      if (isEmpty(answer)) answers.delete(tool)
      else answers.set(tool, answer)
      store.setState(answers, true)
      // Where storage is refused they last as long as the page.
      const list = [...answers].map(([name, one]) => ({ tool: name, ...record(one) }))
      storage.save(key, JSON.stringify(list))
    },
  }
}
