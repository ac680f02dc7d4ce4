import type { ReactNode } from 'react'

import { loadRequirements, type WalletPayments } from '../../core/wallet/state/requirements.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { FailureNotice } from '../failures/failure-notice.tsx'

/** The ways to a pocket account, only where the API itself named a network for it; else why there are none. */
export function PocketOffer({
  payments,
  children,
}: {
  payments: WalletPayments
  children: ReactNode
}) {
  switch (payments.kind) {
    case 'none':
      return null
    case 'loading':
      return (
        <output className="flex min-h-8 items-center gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
          <Spinner /> Loading payment options
        </output>
      )
    case 'unread':
      return (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-text-2">
            A pocket account needs the payment options of this API.
          </p>
          <FailureNotice
            failure={payments.failure}
            actions={<Button onClick={() => void loadRequirements(wallet, 0)}>Try again</Button>}
          />
        </div>
      )
    case 'named':
      return payments.networks.length === 0 ? (
        <p className="text-sm text-text-2">
          This API names no network that can be used here, so it has no pocket account.
        </p>
      ) : (
        <p className="flex flex-wrap gap-2">{children}</p>
      )
  }
}
