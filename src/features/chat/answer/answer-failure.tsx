import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import { adviceForFailure, isServiceError, type Failure } from '../../../contract/errors/failure.ts'
import { pathText } from '../../../contract/validation.ts'
import type { AnswerMessage } from '../../../storage/conversation.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { formatDuration } from '../../../ui/format/duration.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { regenerateOrTell } from '../conversation/send-message.ts'
import { focusModelPicker } from '../model/focus-model-picker.ts'

interface AnswerFailureProps {
  record: AnswerMessage
  failure: Failure
  /** Only the last answer can be asked for again from here. */
  canRepeat: boolean
}

/** A failed or cut answer in words, with what to press next. */
export function AnswerFailure({ record, failure, canRepeat }: AnswerFailureProps) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  const status = isServiceError(failure) && failure.status !== 200 ? `${failure.status} ` : ''
  const kept = failure.kind === 'cut' || failure.kind === 'stalled'
  return (
    <ErrorNotice
      title={status + title}
      tone={kept ? 'warn' : 'bad'}
      actions={canRepeat ? <NextSteps record={record} failure={failure} /> : undefined}
    >
      <p>{meaning}</p>
      <ServiceWords failure={failure} />
      <p>{nextStep}</p>
      {'requestId' in failure && failure.requestId !== undefined && (
        <p className="flex flex-wrap items-center gap-x-1 text-xs">
          Request id for support: <code className="font-mono">{failure.requestId}</code>
          <CopyButton text={failure.requestId} label="Copy request id" />
        </p>
      )}
    </ErrorNotice>
  )
}

/** What the service itself said; the faults of a 400 by field. */
function ServiceWords({ failure }: { failure: Failure }) {
  if (failure.kind === 'invalid_request' && failure.issues.length > 0)
    return (
      <ul className="list-disc pl-4">
        {failure.issues.map((issue) => {
          const path = pathText(issue.path)
          return (
            <li key={path + issue.message}>
              {path !== '' && !issue.message.startsWith(path) && (
                <>
                  <code className="font-mono">{path}</code>:{' '}
                </>
              )}
              {issue.message}
            </li>
          )
        })}
      </ul>
    )
  return isServiceError(failure) ? <p className="break-words">“{failure.message}”</p> : null
}

function NextSteps({ record, failure }: { record: AnswerMessage; failure: Failure }) {
  const connection = useStore(connectionStore, (state) => state.connection)
  const streams = useStore(
    conversationStore,
    ({ conversation }) => conversation.settings.stream === true,
  )
  const waitMs = useWait('retryAtMs' in failure ? failure.retryAtMs : undefined)
  const again = (label: string, change = {}) => (
    <Button
      disabled={connection === undefined || waitMs > 0}
      onClick={() => regenerateOrTell(record, change)}
    >
      {waitMs > 0 ? `${label} in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : label}
    </Button>
  )
  switch (failure.kind) {
    case 'payment_required':
    case 'insufficient_balance':
      return (
        <>
          {connection?.credential?.kind === 'wallet' && <TopUp />}
          {again('Send again')}
        </>
      )
    case 'authentication_failed':
    case 'payment_discovery':
    case 'forbidden':
    case 'blocked_by_policy':
      return (
        <>
          <OpenConnection />
          {again('Send again')}
        </>
      )
    case 'unreachable':
    case 'unexpected_answer':
      return (
        <>
          {again('Send again')}
          <OpenConnection />
        </>
      )
    case 'pro_only':
    case 'not_found':
      return (
        <>
          <ChooseModel />
          {again('Send again')}
        </>
      )
    case 'at_capacity':
    case 'inference_failed':
    case 'bad_gateway':
      return (
        <>
          {again('Send again')}
          <ChooseModel />
        </>
      )
    case 'timed_out':
      return streams ? again('Send again') : again('Send again as a stream', { stream: true })
    case 'cut':
    case 'stalled':
    case 'answer_too_large':
      return again('Regenerate')
    default:
      return again('Send again')
  }
}

/** Leads to the wallet and from there back here: the request waits, and is never sent by itself. */
function TopUp() {
  const [path, navigate] = useLocation()
  return (
    <Button variant="primary" onClick={() => navigate(`/wallet?return=${path}`)}>
      Top up
    </Button>
  )
}

function OpenConnection() {
  const [path, navigate] = useLocation()
  return (
    <Button variant="primary" onClick={() => navigate(`${path}?connect=1`)}>
      Open Connection
    </Button>
  )
}

function ChooseModel() {
  return <Button onClick={focusModelPicker}>Choose another model</Button>
}

/** ms left until a time, counted down by the second; 0 once it has passed or when there is none. */
function useWait(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.max(0, until - now)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return left
}
