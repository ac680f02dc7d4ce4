import { useEffect, useState } from 'react'

import { formatMicroUsd } from '../../../core/format/money.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { cancelSigning } from '../../../core/wallet/state/top-up.ts'
import type { TopUpDraft } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { StepFrame } from './step-frame.tsx'

/** After this long it is said where to look, ms. */
const SILENT_AFTER_MS = 15_000

/** The second step goes on: the wallet has the request. */
export function SigningStep({ draft, owner }: { draft: TopUpDraft; owner: Owner }) {
  const [isSilent, setIsSilent] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSilent(true), SILENT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <StepFrame
      title={`Sign ${formatMicroUsd(draft.amountMicroUsd)} in your wallet`}
      actions={<Button onClick={() => cancelSigning(wallet)}>Stop waiting</Button>}
    >
      <output className="flex items-center gap-2">
        <Spinner /> Waiting for {owner.session.name}
      </output>
      <p className="max-w-prose text-sm text-text-2">
        Your wallet should show {formatMicroUsd(draft.amountMicroUsd)} in USDC on{' '}
        {draft.offer.network.name}, to{' '}
        <span className="font-mono text-xs break-all">{draft.offer.payTo}</span>.
      </p>
      {isSilent && (
        <p className="text-sm text-warn">
          Your wallet isn't responding. Look for its window. Without a signature, nothing is paid.
        </p>
      )}
    </StepFrame>
  )
}
