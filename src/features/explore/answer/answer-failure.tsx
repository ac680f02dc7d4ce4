import type { Failure } from '../../../../contract/errors/failure.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useWait } from '../../../ui/hooks/use-wait.ts'
import { FailureNotice } from '../../failures/failure-notice.tsx'
import { OpenWallet } from '../../failures/open-wallet.tsx'
import { ChangeCap, CreditSteps, OpenConnection } from '../../failures/way-on.tsx'

interface AnswerFailureProps {
  failure: Failure
  exchangeId: string
  /** Makes the same call again, by a press; `overCaps` though a spend cap holds it back. */
  onRepeat: (overCaps: boolean) => void
}

/** A call that failed, in words, with what to press next. */
export function AnswerFailure({ failure, exchangeId, onRepeat }: AnswerFailureProps) {
  return (
    <FailureNotice
      failure={failure}
      exchangeId={exchangeId}
      actions={<NextSteps failure={failure} onRepeat={onRepeat} />}
    />
  )
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
  'key_unavailable',
  'sign_in_rejected',
  'key_limit_reached',
])

/** Failures for want of credit: with it, the same call can be made again. */
const OF_CREDIT: ReadonlySet<Failure['kind']> = new Set([
  'payment_required',
  'insufficient_balance',
])

/** Failures after which money is looked at in Wallet, never sent again from here. */
const OF_WALLET: ReadonlySet<Failure['kind']> = new Set([
  'top_up_requirements',
  'top_up_rejected',
  'settlement_unknown',
  'conflict',
])

function NextSteps({ failure, onRepeat }: Pick<AnswerFailureProps, 'failure' | 'onRepeat'>) {
  const waitMs = useWait('retryAtMs' in failure ? failure.retryAtMs : undefined)
  if (OF_WALLET.has(failure.kind)) return <OpenWallet />
  if (failure.kind === 'gone') return null
  if (failure.kind === 'over_spend_cap')
    return (
      <>
        <ChangeCap />
        <Button onClick={() => onRepeat(true)}>Send anyway</Button>
        <Button onClick={() => onRepeat(false)}>Retry</Button>
      </>
    )
  return (
    <>
      {OF_CREDIT.has(failure.kind) && <CreditSteps />}
      {OF_CONNECTION.has(failure.kind) && <OpenConnection />}
      <Button disabled={waitMs > 0} onClick={() => onRepeat(false)}>
        {waitMs > 0 ? `Retry in ${formatDuration(Math.ceil(waitMs / 1000) * 1000)}` : 'Retry'}
      </Button>
    </>
  )
}
