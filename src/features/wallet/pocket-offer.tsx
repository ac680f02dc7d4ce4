import type { ReactNode } from 'react'

import { loadRequirements, type WalletPayments } from '../../core/wallet/state/requirements.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

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
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
          Can't load the payment options of this API, so it has no pocket account.
          <Button onClick={() => void loadRequirements(wallet, 0)}>Try again</Button>
        </p>
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
