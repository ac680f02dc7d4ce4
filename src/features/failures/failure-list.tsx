import { useState } from 'react'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { JsonValue } from '../../../contract/json.ts'
import {
  emptyFailureLog,
  type FailedRequest,
  failureScope,
  failuresOf,
  failuresThatCount,
} from '../../../contract/limits/failure-log.ts'
import { failureBudgetOf } from '../../core/client/admission/failure-budget.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { failureScopeOf } from '../../core/client/queries/models.ts'
import { type PageFacts, supportBundle } from '../../core/failures/support-bundle.ts'
import { formatDateTime } from '../../core/format/units.ts'
import { client } from '../../page/client.ts'
import { saveFile } from '../../ui/files.ts'
import { currentPath } from '../../ui/hooks/location.tsx'

interface FailureListProps {
  /** The moment, Unix ms. */
  at: number
  /** The service blocks already: what this browser did not fail, somebody else did. */
  isBlocked: boolean
  /** Of the request, by which is known what it counts for. */
  body: JsonValue | undefined
}

/** The failures that used the budget up, over all tabs of this browser, as they stood at a moment. */
export function FailureList({ at, isBlocked, body }: FailureListProps) {
  const [{ failed, allowed, report }] = useState(() => {
    const { log = emptyFailureLog } = failureBudgetOf(client).log.getState()
    const { connection } = client.connections.store.getState()
    const scope =
      connection === undefined ? failureScope(body) : failureScopeOf(client, connection, body)
    const { allowed, report } = failuresOf(log, scope, at)
    const isOwn = (one: FailedRequest) => log.reports === undefined || (one.scope ?? '') === scope
    return { failed: failuresThatCount(log, at).filter(isOwn), allowed, report }
  })
  if (failed.length === 0) return null
  const kinds = new Map<string, { request: FailedRequest; times: number[] }>()
  for (const request of failed) {
    const key = `${request.status ?? ''} ${request.operation ?? ''}`
    const times = kinds.get(key)?.times ?? []
    kinds.set(key, { request, times: [...times, request.at] })
  }
  return (
    <div>
      <p>
        {report === undefined
          ? `${failed.length} of ${allowed} allowed failures, in all tabs:`
          : `${failed.length} failures of this model, in all tabs:`}
      </p>
      <ul aria-label="Failures that count" className="list-disc pl-4">
        {[...kinds].map(([key, { request, times }]) => (
          <li key={key}>
            {times.length}× <code className="font-mono">{request.status ?? 'no response'}</code>{' '}
            <code className="font-mono">{request.operation}</code>, last at{' '}
            {formatDateTime(times.at(-1) ?? 0)}
          </li>
        ))}
      </ul>
      {isBlocked && report === undefined && failed.length < allowed && (
        <p>The others came from elsewhere, with the same key or IP address.</p>
      )}
    </div>
  )
}

interface SupportButtonProps {
  failure: Failure
  exchange: Exchange | undefined
}

export function SupportButton({ failure, exchange }: SupportButtonProps) {
  const save = () => {
    const now = Date.now()
    const { connection } = client.connections.store.getState()
    const { log } = failureBudgetOf(client).log.getState()
    const text = supportBundle({ failure, exchange, connection, log, page: pageFacts(), now })
    const name = `support-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`
    saveFile(name, new Blob([text], { type: 'application/jsonl' }))
  }
  return (
    <button
      type="button"
      title="One file, without keys, signatures or messages"
      className="rounded-sm px-1.5 text-text-2 underline target hover:text-text-1"
      onClick={save}
    >
      Download diagnostics
    </button>
  )
}

function pageFacts(): PageFacts {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return {
    build: script?.src.split('/').at(-1) ?? 'unknown',
    area: currentPath().split('/')[1] ?? '',
    browser: navigator.userAgent,
    language: navigator.language,
    viewport: `${innerWidth}×${innerHeight}`,
    onLine: navigator.onLine,
  }
}
