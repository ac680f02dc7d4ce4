import type { StoreApi } from 'zustand/vanilla'

import { isApiPath } from '../../../contract/api-path.ts'
import type { CallEffect } from '../client/admission/call-effect.ts'
import type { Client } from '../client/client.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { createObservable } from '../client/observable.ts'
import type { ApiOperation } from '../client/queries/openapi.ts'
import type { ApiCall, ApiMethod, Result } from '../client/request.ts'
import type { TextStorage } from '../storage/db/browser-storage.ts'
import { type StoredExploreDraft, loadExploreDraft } from '../storage/settings/explore-draft.ts'

/**
 * The call being written. Method and path say which operation it is, and the text is the body: forms
 * read them and write them, so that they never disagree with what is sent.
 */
export interface CallDraft extends StoredExploreDraft {
  method: ApiMethod
  /** Path and query, as written. */
  path: string
  bodyAs: 'json' | 'form'
  /** JSON text; for a form, of its fields besides the files. Empty: no body. */
  body: string
  /** The media type asked for; empty: any. */
  accept: string
}

/** Files chosen for the fields of a form, by the name of the field. */
export type ChosenFiles = Readonly<Record<string, readonly File[]>>

/** A call with its files. */
export interface DraftState {
  draft: CallDraft
  files: ChosenFiles
}

/** A call that was made, and how it ended. */
export interface FinishedCall {
  call: ApiCall
  result: Result<ExchangeBody>
}

interface CallState {
  /** The call under way, and when it began (Unix ms). */
  running: { call: ApiCall; startedAt: number; controller: AbortController } | undefined
  /** The last one that ended. */
  finished: FinishedCall | undefined
}

/** Everything the playground knows of its Explore area. */
export interface Explore {
  client: Client
  storage: TextStorage
  /** The call on the screen. Change it with the functions of `draft.ts`, which store it. */
  draft: StoreApi<DraftState>
  /** Calls that were begun on other operations since the page was loaded, by the operation's key. */
  begun: Map<string, DraftState>
  /** The call under way and the last response; both last while the page is open, in whatever area. */
  calls: StoreApi<CallState>
}

const FIRST: CallDraft = { method: 'GET', path: '/models', bodyAs: 'json', body: '', accept: '' }

/** Makes an Explore area that sends with a client and stores its draft. */
export function createExplore(client: Client, storage: TextStorage): Explore {
  const { report } = client.world
  return {
    client,
    storage,
    draft: createObservable<DraftState>(
      { draft: loadExploreDraft(storage) ?? FIRST, files: {} },
      report,
    ),
    begun: new Map(),
    calls: createObservable<CallState>({ running: undefined, finished: undefined }, report),
  }
}

/** The sentence that stands beside the button before it is pressed; none for a read. */
export function effectInWords(effect: CallEffect): string | undefined {
  switch (effect) {
    case 'read':
      return undefined
    case 'billed':
      return 'Billed per request.'
    case 'removes':
      return 'This deletes data and may be irreversible.'
    case 'unknown':
      return 'This may change data or be billed.'
  }
}

const METHODS: readonly CallDraft['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A call as a short link gives it; the sentence says why there is none. */
export function readPrefill(search: URLSearchParams): CallDraft | string {
  const path = search.get('path') ?? ''
  const asked = (search.get('method') ?? 'GET').toUpperCase()
  const method = METHODS.find((one) => one === asked)
  if (method === undefined) return `Unknown method in the link: ${asked.slice(0, 20)}.`
  if (!isApiPath(path)) return 'Invalid path in the link.'
  return { method, path, bodyAs: 'json', accept: '', body: search.get('body') ?? '' }
}

/** Operations under one tag. */
export interface OperationGroup {
  tag: string
  operations: readonly ApiOperation[]
}

/** The operations that hold every word of the text, by tag, in the order of the description. */
export function findOperations(
  operations: readonly ApiOperation[],
  text: string,
): OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ key, tag, summary }) => {
    const searched = `${key} ${tag} ${summary}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const groups = new Map<string, ApiOperation[]>()
  for (const operation of found)
    groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return [...groups].map(([tag, inTag]) => ({ tag, operations: inTag }))
}
