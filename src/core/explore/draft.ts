import type { JsonValue } from '../../../contract/json.ts'
import type { ValueSchema } from '../client/queries/openapi-schema.ts'
import type { ApiOperation, ApiParameter } from '../client/queries/openapi.ts'
import { saveExploreDraft } from '../storage/settings/explore-draft.ts'
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

/** The value of each parameter that is set, by its name; several values of one name in their order. */
type ParameterValues = Readonly<Record<string, readonly string[]>>

interface PathReading {
  /** Values of the parameters in the path; one that still stands in braces is absent. */
  inPath: Readonly<Record<string, string>>
  /** Values in the query. */
  inQuery: ParameterValues
}

/** Reads a written path against a template such as `/x402/balance/{walletAddress}`; undefined for another's. */
export function readPath(template: string, written: string): PathReading | undefined {
  const [route, query] = splitQuery(written)
  const wanted = template.split('/')
  const segments = route.split('/')
  if (wanted.length !== segments.length) return undefined
  const inPath: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const want = wanted[index] ?? ''
    const name = /^\{(.+)\}$/.exec(want)?.[1]
    if (name === undefined) {
      if (want !== segment) return undefined
    } else if (segment !== want) inPath[name] = decoded(segment)
  }
  return { inPath, inQuery: readQuery(query) }
}

/** The operation that a method and a written path belong to; one without parameters comes first. */
export function operationAt(
  operations: readonly ApiOperation[],
  method: string,
  written: string,
): ApiOperation | undefined {
  const fitting = operations.filter(
    (operation) => operation.method === method && readPath(operation.path, written) !== undefined,
  )
  return fitting.toSorted((a, b) => braces(a.path) - braces(b.path))[0]
}

/** The path of an operation with these parameters in it; what is unset stays in braces, or away. */
export function writePath(template: string, { inPath, inQuery }: PathReading): string {
  const route = template
    .split('/')
    .map((segment) => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      const value = name === undefined ? undefined : inPath[name]
      return value === undefined || value === '' ? segment : encodeURIComponent(wellFormed(value))
    })
    .join('/')
  const query = new URLSearchParams(
    Object.entries(inQuery).flatMap(([name, values]) => values.map((value) => [name, value])),
  ).toString()
  return query === '' ? route : `${route}?${query}`
}

/** The names that still stand in braces in a written path. */
export function unfilledNames(written: string): string[] {
  const [route] = splitQuery(written)
  return route.split('/').flatMap((segment) => /^\{(.+)\}$/.exec(segment)?.[1] ?? [])
}

function splitQuery(written: string): [string, string] {
  const at = written.indexOf('?')
  return at === -1 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)]
}

function readQuery(query: string): ParameterValues {
  const values = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(query))
    values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(values)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function braces(path: string): number {
  return path.split('{').length
}

/** Half a surrogate pair, which no address can hold, becomes the replacement character. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** The texts that stand in a path for a parameter; none while it is not set. */
export function parameterTexts(
  { name, in: place }: ApiParameter,
  { inPath, inQuery }: PathReading,
): readonly string[] {
  if (place === 'query') return inQuery[name] ?? []
  return inPath[name] === undefined ? [] : [inPath[name]]
}

/** A path reading with a parameter changed; undefined takes it away. */
export function withParameter(
  reading: PathReading,
  { name, in: place }: ApiParameter,
  value: JsonValue | undefined,
): PathReading {
  const texts = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  )
  const without = <V>(values: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(values).filter(([other]) => other !== name))
  if (place === 'path') {
    const { inPath } = reading
    const [text] = texts
    return { ...reading, inPath: { ...without(inPath), ...(text ? { [name]: text } : {}) } }
  }
  const { inQuery } = reading
  return {
    ...reading,
    inQuery: texts.length === 0 ? without(inQuery) : { ...inQuery, [name]: texts },
  }
}

/** A parameter as the value that its text stands for. */
export function parameterValue({ schema }: ApiParameter, values: readonly string[]): JsonValue {
  const one = schema.type === 'array' ? (schema.items ?? {}) : schema
  const read = values.map((text) => valueOfText(one, text))
  return schema.type === 'array' ? read : (read[0] ?? '')
}

function valueOfText({ type, anyOf }: ValueSchema, text: string): JsonValue {
  const types = [type, ...(anyOf ?? []).map((one) => one.type)]
  if (types.includes('number') || types.includes('integer')) {
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number)) return number
  }
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
