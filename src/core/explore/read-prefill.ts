import { isApiPath } from '../../../contract/api-path.ts'
import type { CallDraft } from './explore.ts'

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
