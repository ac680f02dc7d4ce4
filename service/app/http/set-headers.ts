import type { AppContext } from './app-environment.ts'

/** Puts headers on the response, which is made by `respond`. One that was set before is replaced. */
export function setHeaders(context: AppContext, headers: Readonly<Record<string, string>>): void {
  const all = context.get('headers')
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) all[name.toLowerCase()] = value
  }
}

/** Adds a name to `Vary`. */
export function varyBy(context: AppContext, name: string): void {
  const all = context.get('headers')
  all['vary'] = all['vary'] === undefined ? name : `${all['vary']}, ${name}`
}
