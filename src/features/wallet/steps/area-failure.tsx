import { useStore } from 'zustand'

import {
  adviceForFailure,
  type Failure,
  isServiceError,
} from '../../../../contract/errors/failure.ts'
import { WALLET_PROBLEMS } from '../../../core/wallet/session/wallet-session.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { AdviceNotice } from '../../failures/task.tsx'

interface AreaFailureProps {
  failure: Failure
  actions?: React.ReactNode
}

/** A failed request of the wallet area: what the wallet said where it did not sign, else what the API said. */
export function AreaFailure({ failure, actions }: AreaFailureProps) {
  const unsigned = useStore(wallet.session, (wallet) => wallet.unsigned)
  if (failure.kind === 'declined') {
    return unsigned === undefined ? (
      <ErrorNotice tone="warn" title="Not signed" actions={actions}>
        You stopped waiting, so nothing was sent.
      </ErrorNotice>
    ) : (
      <AdviceNotice tone="warn" advice={WALLET_PROBLEMS[unsigned]} actions={actions} />
    )
  }
  const { title, meaning, nextStep } = adviceForFailure(failure)
  const requestId = 'requestId' in failure ? failure.requestId : undefined
  return (
    <ErrorNotice
      title={(isServiceError(failure) ? `${failure.status} ` : '') + title}
      actions={actions}
    >
      <p>{meaning}</p>
      <p>{nextStep}</p>
      {requestId !== undefined && (
        <p className="flex flex-wrap items-center gap-x-1 text-xs">
          Request ID <code className="font-mono">{requestId}</code>
          <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
    </ErrorNotice>
  )
}
