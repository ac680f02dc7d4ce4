import { createStore } from 'zustand/vanilla'

import type { ApiOperation } from '../../../core/client/queries/openapi.ts'
import type { ApiMethod } from '../../../core/client/request.ts'
import { operationAt, writePath } from '../../../core/explore/draft-path.ts'
import { valueToBegin } from '../../../core/explore/value-of-schema.ts'
import {
  storedExploreDraft,
  storeExploreDraft,
  type StoredExploreDraft,
} from '../../../core/storage/settings/explore-draft.ts'

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

interface DraftState {
  draft: CallDraft
  files: ChosenFiles
}

const FIRST: CallDraft = { method: 'GET', path: '/models', bodyAs: 'json', body: '', accept: '' }

/** The call on the screen. Change it with the functions below, which keep it in this browser. */
export const draftStore = createStore<DraftState>(() => ({
  draft: storedExploreDraft() ?? FIRST,
  files: {},
}))

/** Calls that were begun on other operations since the page was loaded, by the operation's key. */
const leftOff = new Map<string, DraftState>()

/** Changes some of the call. */
export function changeDraft(change: Partial<CallDraft>): void {
  const draft = { ...draftStore.getState().draft, ...change }
  draftStore.setState({ draft })
  storeExploreDraft(draft)
}

/** Chooses the files of a field of a form; none takes the field away. */
export function chooseFiles(name: string, chosen: readonly File[]): void {
  draftStore.setState(({ files }) => ({
    files: Object.fromEntries(
      [
        ...Object.entries(files).filter(([other]) => other !== name),
        [name, chosen] as const,
      ].filter(([, list]) => list.length > 0),
    ),
  }))
}

/** Puts another call on the screen. Gives the way back to the one that was there. */
export function replaceDraft(next: CallDraft): () => void {
  const before = draftStore.getState()
  put({ draft: next, files: {} })
  return () => put(before)
}

/** Turns to an operation: to the call of it that was begun, or to a new one from its example. */
export function chooseOperation(operation: ApiOperation, all: readonly ApiOperation[]): void {
  const current = draftStore.getState()
  const left = operationAt(all, current.draft.method, current.draft.path)
  if (left?.key === operation.key) return
  if (left !== undefined) leftOff.set(left.key, current)
  put(leftOff.get(operation.key) ?? { draft: firstDraft(operation), files: {} })
}

/** A call of an operation with its example body and what it requires, and nothing else set. */
function firstDraft(operation: ApiOperation): CallDraft {
  const { method, path, parameters, json, form } = operation
  const required = parameters.filter((parameter) => parameter.required)
  const given = (place: 'path' | 'query') =>
    required
      .filter((parameter) => parameter.in === place)
      .flatMap(({ name, schema }) => {
        const example = schema.examples?.[0] ?? schema.default
        return typeof example === 'string' || typeof example === 'number'
          ? [[name, String(example)] as const]
          : []
      })
  const body = json ?? form
  const example = body?.example ?? body?.schema.examples?.[0]
  const start = example ?? (operation.bodyRequired && body ? valueToBegin(body.schema) : undefined)
  return {
    method,
    path: writePath(path, {
      inPath: Object.fromEntries(given('path')),
      inQuery: Object.fromEntries(given('query').map(([name, value]) => [name, [value]])),
    }),
    bodyAs: json === undefined && form !== undefined ? 'form' : 'json',
    body: start === undefined ? '' : JSON.stringify(start, null, 2),
    accept: '',
  }
}

function put(state: DraftState): void {
  draftStore.setState(state)
  storeExploreDraft(state.draft)
}
