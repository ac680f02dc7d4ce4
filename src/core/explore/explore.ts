import type { StoreApi } from 'zustand/vanilla'

import type { Client } from '../client/client.ts'
import type { ExchangeBody } from '../client/exchanges/exchange.ts'
import { createObservable } from '../client/observable.ts'
import type { ApiCall, ApiMethod, Result } from '../client/request.ts'
import type { TextStorage } from '../storage/db/browser-storage.ts'
import { loadExploreDraft, type StoredExploreDraft } from '../storage/settings/explore-draft.ts'

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

/**
 * Makes an Explore area that sends with a client and stores its draft.
 * @example
 * const explore = createExplore(client, localText)
 * await sendCall(explore, connection, { method: 'GET', path: '/models' })
 */
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
