import type { ApiMethod } from '../../core/client/request.ts'

const colors: Record<ApiMethod, string> = {
  GET: 'text-accent',
  POST: 'text-good',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
}

/** The method of an operation; its color says what it does: reads, adds, changes or deletes. */
export function MethodName({ method }: { method: ApiMethod }) {
  return <span className={`font-medium ${colors[method]}`}>{method}</span>
}
