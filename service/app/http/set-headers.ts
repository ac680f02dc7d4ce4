import type { AppContext } from './app-environment.ts'

/** The headers that were gathered for the response, by their names in lower case. */
export function headersOf(context: AppContext): Record<string, string> {
  const known = context.get('headers')
  if (known !== undefined) return known
  const headers = {}
  context.set('headers', headers)
  return headers
}

/** Puts headers on the response, which is made by `respond`. One that was set before is replaced. */
export function setHeaders(context: AppContext, headers: Readonly<Record<string, string>>): void {
  const all = headersOf(context)
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) all[name.toLowerCase()] = value
  }
}

/** Adds a name to `Vary`. */
export function varyBy(context: AppContext, name: string): void {
  const all = headersOf(context)
  all['vary'] = all['vary'] === undefined ? name : `${all['vary']}, ${name}`
}
