import { useLocation } from 'wouter'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import { isServiceError, type Failure } from '../../../contract/errors/failure.ts'
import { pathText } from '../../../contract/validation.ts'
import { OpenWallet } from '../../../inspector/failure/open-wallet.tsx'
import { useClock } from '../../../inspector/use-clock.ts'
import type { ImageRun } from '../../../storage/image-run.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { formatDuration } from '../../../ui/format/duration.ts'
import { useChosenModel } from '../form/use-edit-models.ts'
import { setField } from '../image-form-store.ts'
import { startEdit } from '../run/start-edit.ts'
import { BalanceCheck } from './balance-check.tsx'
import { adviceForEdit } from './edit-advice.ts'

/** A failed edit in words, with what to press next. */
export function RunFailure({ run, failure }: { run: ImageRun; failure: Failure }) {
  if (run.notSent === true && failure.kind === 'declined')
    return (
      <ErrorNotice title="The image could not be read" actions={<SendAgain />}>
        <p>Nothing was sent. {failure.message} Choose the image again.</p>
      </ErrorNotice>
    )
  const { title, meaning, nextStep } = adviceForEdit(failure)
  const status = isServiceError(failure) ? `${failure.status} ` : ''
  return (
    <ErrorNotice
      title={status + title}
      tone={failure.kind === 'cut' || failure.kind === 'stalled' ? 'warn' : 'bad'}
      actions={<NextSteps run={run} failure={failure} />}
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
        {failure.issues.map(({ path, message }) => {
          const field = pathText(path)
          return (
            <li key={field + message}>
              {field !== '' && !message.startsWith(field) && (
                <>
                  <code className="font-mono">{field}</code>:{' '}
                </>
              )}
              {message}
            </li>
          )
        })}
      </ul>
    )
  return isServiceError(failure) ? <p className="break-words">“{failure.message}”</p> : null
}

function NextSteps({ run, failure }: { run: ImageRun; failure: Failure }) {
  const until = 'retryAtMs' in failure ? failure.retryAtMs : undefined
  switch (failure.kind) {
    case 'authentication_failed':
    case 'payment_discovery':
    case 'forbidden':
    case 'blocked_by_policy':
      return (
        <>
          <GoTo path="?connect=1" label="Open Connection" />
          <SendAgain />
        </>
      )
    case 'payment_required':
    case 'insufficient_balance':
    case 'sign_in_rejected':
      return (
        <>
          <OpenWallet />
          <SendAgain />
        </>
      )
    case 'pro_only':
    case 'not_found':
    case 'at_capacity':
    case 'inference_failed':
    case 'bad_gateway':
      return (
        <>
          <SendAgain {...(until === undefined ? {} : { until })} />
          <Button onClick={focusModel}>Choose another model</Button>
        </>
      )
    case 'unprocessable': {
      const { suggestedPrompt } = failure
      return (
        <>
          {suggestedPrompt !== undefined && (
            <Button variant="primary" onClick={() => setField('prompt', suggestedPrompt)}>
              Use the suggested prompt
            </Button>
          )}
          <SendAgain />
        </>
      )
    }
    case 'over_spend_cap':
      return (
        <>
          <OpenWallet />
          <SendAgain overCaps />
        </>
      )
    case 'unreachable':
      return (
        <>
          <SendAgain />
          <GoTo path="?connect=1" label="Open Connection" />
          <BalanceCheck run={run} />
        </>
      )
    case 'cut':
    case 'stalled':
    case 'unexpected_answer':
      return (
        <>
          <BalanceCheck run={run} />
          <SendAgain />
        </>
      )
    default:
      return <SendAgain {...(until === undefined ? {} : { until })} />
  }
}

/** Sends what the form holds now, never before the service allows it. */
function SendAgain({ until = 0, overCaps = false }: { until?: number; overCaps?: boolean }) {
  const connection = useStore(connectionStore, (state) => state.connection)
  const model = useChosenModel()
  const waitMs = Math.max(0, until - useClock())
  return (
    <Button
      disabled={connection === undefined || waitMs > 0}
      onClick={() => void startEdit(model, { overCaps })}
    >
      {waitMs > 0
        ? `Send again in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}`
        : overCaps
          ? 'Send once anyway'
          : 'Send again'}
    </Button>
  )
}

function GoTo({ path, label }: { path: string; label: string }) {
  const [here, navigate] = useLocation()
  return (
    <Button variant="primary" onClick={() => navigate(path.startsWith('?') ? here + path : path)}>
      {label}
    </Button>
  )
}

function focusModel(): void {
  document.querySelector<HTMLInputElement>('input[role=combobox][aria-label=Model]')?.focus()
}
