import type { ApiOperation } from '../client/queries/openapi.ts'

/** The value of each parameter that is set, by its name; several values of one name in their order. */
type ParameterValues = Readonly<Record<string, readonly string[]>>

/** A path as written, taken apart by the operation that it belongs to. */
export interface PathReading {
  /** Values of the parameters in the path; one that still stands in braces is absent. */
  inPath: Readonly<Record<string, string>>
  /** Values in the query. */
  inQuery: ParameterValues
}

/**
 * Reads a written path against a template such as `/x402/balance/{walletAddress}`; undefined when it
 * is the path of something else.
 */
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
