import type { AppContext } from '../http/app-environment.ts'

/** The address that was asked for, without its query. */
export function requestUrl(context: AppContext): string {
  const { origin, pathname } = new URL(context.req.url)
  return `${context.get('publicOrigin') ?? origin}${pathname}`
}
