import type { StoreApi } from 'zustand/vanilla'

import type { SnippetJob, SnippetOutcome } from '../../chat/tools/run-snippet.ts'
import type { ToolAnswers, ToolSnippet } from '../../storage/settings/tool-answers.ts'
import type { ToolOutcome, ToolSource } from '../tool.ts'

/*
 * Sources that answer calls in this page. They bring no definitions: the tools they answer for are
 * written in Settings.
 */

/** The id of the source of snippets: it is on or off in a conversation like any other. */
export const SNIPPETS = 'snippets'
/** The id of the source of canned results. */
export const CANNED = 'canned'

/** Runs a snippet for at most so many seconds. */
type RunSnippet = (job: SnippetJob, seconds: number) => Promise<SnippetOutcome>

/** Answers calls with the snippets of this browser, each in a worker of its own. */
export function snippetSource({ store }: ToolAnswers<ToolSnippet>, run: RunSnippet): ToolSource {
  return {
    kind: 'snippet',
    id: SNIPPETS,
    name: 'Snippets',
    url: 'page',
    tools: () => namesOf(store),
    call: async ({ name, arguments: args }) => {
      const snippet = store.getState().get(name)
      if (snippet === undefined) return notFound('snippet', name)
      const outcome = await run({ code: snippet.code, args }, snippet.seconds)
      if (!outcome.ok && outcome.isUnsealed === true) return notRun(outcome.message)
      // What a snippet throws is what its tool says: the model may read it.
      return textOutcome(outcome.ok ? outcome.text : outcome.message, !outcome.ok)
    },
  }
}

/** Answers calls with the result that was written for their tool. */
export function cannedSource({ store }: ToolAnswers<string>): ToolSource {
  return {
    kind: 'canned',
    id: CANNED,
    name: 'Canned results',
    url: 'page',
    tools: () => namesOf(store),
    call: ({ name }) => {
      const result = store.getState().get(name)
      return Promise.resolve(
        result === undefined ? notFound('canned result', name) : textOutcome(result, false),
      )
    },
  }
}

function namesOf(store: StoreApi<ReadonlyMap<string, unknown>>) {
  return [...store.getState().keys()].map((name) => ({ name, inputSchema: {} }))
}

function textOutcome(text: string, isError: boolean): ToolOutcome {
  return { ok: true, result: { content: [{ type: 'text', text }], isError } }
}

function notFound(what: string, name: string): ToolOutcome {
  return notRun(`No ${what} for ${name} in this browser.`)
}

function notRun(message: string): ToolOutcome {
  return { ok: false, failure: { kind: 'page_error', message }, reachedTool: false }
}
