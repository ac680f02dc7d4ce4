import { useLocation } from 'wouter'

import { adviceForFailure, isServiceError, type Failure } from '../../../contract/errors/failure.ts'
import { pathText } from '../../../contract/validation.ts'
import { openInspector } from '../../../inspector/inspector-store.ts'
import { useClock } from '../../../inspector/use-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { formatDuration } from '../../../ui/format/duration.ts'

interface AnswerFailureProps {
  failure: Failure
  exchangeId: string
  /** Makes the same call again, by a press. */
  onRepeat: () => void
}

/** A call that failed, in words, with what to press next. */
export function AnswerFailure({ failure, exchangeId, onRepeat }: AnswerFailureProps) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  const status = isServiceError(failure) ? `${failure.status} ` : ''
  const isCut = failure.kind === 'cut'
  return (
    <ErrorNotice
      title={title.startsWith('The service answered') ? title : status + title}
      tone={isCut ? 'warn' : 'bad'}
      actions={<NextSteps {...{ failure, exchangeId, onRepeat }} />}
    >
      <p>{meaning}</p>
      <Faults failure={failure} />
      <p>{isCut ? 'Send again. It may be billed again.' : nextStep}</p>
      {'requestId' in failure && failure.requestId !== undefined && (
        <p className="flex flex-wrap items-center gap-x-1 text-xs">
          Request id for support: <code className="font-mono">{failure.requestId}</code>
          <CopyButton text={failure.requestId} label="Copy request id" />
        </p>
      )}
    </ErrorNotice>
  )
}

/** What the service said in its own words, field by field where it did so. */
function Faults({ failure }: { failure: Failure }) {
  if (failure.kind === 'invalid_request' && failure.issues.length > 0)
    return (
      <ul className="list-disc pl-4">
        {failure.issues.map(({ path, message }) => {
          const field = pathText(path)
          return (
            <li key={field + message}>
              {field === '' || message.startsWith(field) ? message : `${field}: ${message}`}
            </li>
          )
        })}
      </ul>
    )
  return isServiceError(failure) ? <p className="wrap-anywhere">“{failure.message}”</p> : null
}

/** Failures that a change in Connection can mend. */
const OF_CONNECTION: ReadonlySet<Failure['kind']> = new Set([
  'authentication_failed',
  'payment_discovery',
  'forbidden',
  'pro_only',
  'blocked_by_policy',
  'unreachable',
  'unexpected_answer',
  'declined',
  'sign_in_rejected',
])

/** Failures after which money is looked at in Wallet, never sent again from here. */
const OF_WALLET: ReadonlySet<Failure['kind']> = new Set([
  'payment_required',
  'top_up_requirements',
  'top_up_rejected',
  'settlement_unknown',
  'conflict',
])

function NextSteps({ failure, exchangeId, onRepeat }: AnswerFailureProps) {
  const [, navigate] = useLocation()
  const inWallet = OF_WALLET.has(failure.kind)
  return (
    <>
      {OF_CONNECTION.has(failure.kind) && (
        <Button variant="primary" onClick={() => navigate('/explore?connect=1')}>
          Open Connection
        </Button>
      )}
      {inWallet && (
        <Button variant="primary" onClick={() => navigate('/wallet')}>
          Open Wallet
        </Button>
      )}
      {!inWallet && (
        <Again until={'retryAtMs' in failure ? failure.retryAtMs : undefined} onPress={onRepeat} />
      )}
      <Button variant="ghost" onClick={() => openInspector(exchangeId, 'response')}>
        Open the Inspector
      </Button>
    </>
  )
}

function Again({ until, onPress }: { until: number | undefined; onPress: () => void }) {
  const now = useClock()
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <Button disabled={left > 0} onClick={onPress}>
      {left > 0 ? `Send again in ${formatDuration(left * 1000)}` : 'Send again'}
    </Button>
  )
}
