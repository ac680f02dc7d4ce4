import { isApiPath } from '../../core/client/api-path.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useSearchOnce } from '../../ui/hooks/use-search-once.ts'
import { replaceDraft, type CallDraft } from './request/draft-store.ts'

const METHODS: readonly CallDraft['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A call as a short link gives it; the sentence says why there is none. */
export function readPrefill(search: URLSearchParams): CallDraft | string {
  const path = search.get('path') ?? ''
  const asked = (search.get('method') ?? 'GET').toUpperCase()
  const method = METHODS.find((one) => one === asked)
  if (method === undefined)
    return `The link asks for the method ${asked.slice(0, 20)}, which there is none of.`
  if (!isApiPath(path))
    return 'The link names a path that is none of the API. Nothing was filled in.'
  return { method, path, bodyAs: 'json', accept: '', body: search.get('body') ?? '' }
}

const PREFILLED = ['path', 'method', 'body']

/** `/explore?method=…&path=…&body=…` fills the form once, with a way back, and never sends. */
export function usePrefill(): void {
  useSearchOnce(PREFILLED, fill)
}

function fill(search: URLSearchParams): void {
  if (!search.has('path')) return
  const read = readPrefill(search)
  if (typeof read === 'string') {
    showToast(read)
    return
  }
  const undo = replaceDraft(read)
  showToast('Filled in from the link. Nothing was sent.', { label: 'Undo', run: undo })
}
