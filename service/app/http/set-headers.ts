import type { AppContext } from './app-environment.ts'

/** Puts headers on the answer. */
export function setHeaders(context: AppContext, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
}
