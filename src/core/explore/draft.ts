import type { ApiOperation } from '../client/queries/openapi.ts'
import { saveExploreDraft } from '../storage/settings/explore-draft.ts'
import { operationAt, writePath } from './draft-path.ts'
import type { CallDraft, DraftState, Explore } from './explore.ts'
import { valueToBegin } from './schema/value-of-schema.ts'

/** Changes some of the call. */
export function changeDraft(explore: Explore, change: Partial<CallDraft>): void {
  const { draft, files } = explore.draft.getState()
  show(explore, { draft: { ...draft, ...change }, files })
}

/** Chooses the files of a field of a form; none takes the field away. */
export function chooseFiles(explore: Explore, name: string, chosen: readonly File[]): void {
  explore.draft.setState(({ files }) => ({
    files: Object.fromEntries(
      [
        ...Object.entries(files).filter(([other]) => other !== name),
        [name, chosen] as const,
      ].filter(([, list]) => list.length > 0),
    ),
  }))
}

/** Puts another call on the screen. Returns what undoes it. */
export function replaceDraft(explore: Explore, next: CallDraft): () => void {
  const before = explore.draft.getState()
  show(explore, { draft: next, files: {} })
  return () => show(explore, before)
}

/** Turns to an operation: to the call of it that was begun, or to a new one from its example. */
export function chooseOperation(
  explore: Explore,
  operation: ApiOperation,
  all: readonly ApiOperation[],
): void {
  const current = explore.draft.getState()
  const left = operationAt(all, current.draft.method, current.draft.path)
  if (left?.key === operation.key) return
  if (left !== undefined) explore.begun.set(left.key, current)
  show(explore, explore.begun.get(operation.key) ?? { draft: firstDraft(operation), files: {} })
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

function show(explore: Explore, state: DraftState): void {
  explore.draft.setState(state)
  saveExploreDraft(explore.storage, state.draft)
}
