import { useState } from 'react'
import { useStore } from 'zustand'

import { WALLET_PROBLEM_TEXT } from '../../../core/wallet/session/wallet-problem.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { StepFrame } from './step-frame.tsx'

/** The first step: a wallet. */
export function ConnectStep() {
  const [open, setOpen] = useState(false)
  const connecting = useStore(wallet.session, (wallet) => wallet.connecting)
  const problem = useStore(wallet.session, (wallet) => wallet.problem)
  const connection = useStore(client.connections.store, (state) => state.connection)
  return (
    <StepFrame
      title="Pay with a wallet"
      actions={
        <Button variant="primary" disabled={connection === undefined} onClick={() => setOpen(true)}>
          Connect wallet
        </Button>
      }
    >
      <p className="max-w-prose text-text-2">
        A wallet replaces an account: sign in, top up with USDC, and pay for each request.
      </p>
      <p className="max-w-prose text-sm text-text-3">
        Connecting shares your address with this page, and nothing else.
      </p>
      {connection === undefined && (
        <p className="text-sm text-warn">Choose an API under Connection first.</p>
      )}
      {connecting?.silent === true && (
        <output className="flex items-center gap-2 text-sm text-text-2">
          <Spinner /> Reconnecting your wallet
        </output>
      )}
      {problem !== undefined && !open && (
        <ErrorNotice tone="warn" title={WALLET_PROBLEM_TEXT[problem].title}>
          {WALLET_PROBLEM_TEXT[problem].meaning}
        </ErrorNotice>
      )}
      {open && <ConnectDialog onClose={() => setOpen(false)} />}
    </StepFrame>
  )
}
