import type { ReactNode } from 'react'

import type { Connection } from '../../core/client/connection/connections.ts'
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

/** What a pocket account is for, where there is none. */
export function PocketIntro({ isAway }: { isAway: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-base font-semibold">Pocket account</h3>
      <p className="max-w-prose text-sm text-text-2">
        {isAway
          ? 'Your wallet would warn at every message; a pocket account signs within limits you set.'
          : 'A wallet prompts for every request. A pocket account signs by itself, without prompts.'}
      </p>
      <p className="max-w-prose text-sm text-text-2">
        Put in a few dollars and set its limits. You can't lose more than that.
      </p>
    </div>
  )
}

/** Whether an API has another domain than the page, so that wallets warn at every sign-in to it. */
export function isAway({ kind, upstreamOrigin }: Connection): boolean {
  return kind === 'remote' || upstreamOrigin !== undefined
}
