import { useState } from 'react'
import { useStore } from 'zustand'

import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { requestFaucet } from '../../../core/client/wallet/wallet-reads.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { readUsdc } from '../../../core/wallet/state/requirements.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'

/** What the faucet gives at most. */
const USUAL_MICRO_USD = 100_000_000

interface FaucetButtonProps {
  address: string
  network: PaymentNetwork
  /** Micro-USD. */
  amount?: number
  /** Without it nothing can be paid. */
  isNext: boolean
}

/** Gives a wallet testnet USDC on a network of the local service. */
export function FaucetButton({
  address,
  network,
  amount = USUAL_MICRO_USD,
  isNext,
}: FaucetButtonProps) {
  const local = useStore(wallet.view, (area) => area.local)
  const [state, setState] = useState<'running' | { problem: string }>()
  if (local === undefined || local === null) return null
  const ask = async () => {
    if (state === 'running') return
    setState('running')
    const problem = await requestFaucet(local.faucetUrl, { address, network: network.id, amount })
    await readUsdc(wallet)
    setState(problem === undefined ? undefined : { problem })
    if (problem === undefined)
      showToast(`Received ${formatMicroUsd(amount)} of testnet USDC on ${network.name}.`)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant={isNext ? 'primary' : 'ghost'}
        className={isNext ? '' : '-ml-2.5'}
        aria-disabled={state === 'running' || undefined}
        onClick={() => void ask()}
      >
        {state === 'running' && <Spinner />} Get test USDC
      </Button>
      {isNext && (
        <span className="text-xs text-text-3">
          {formatMicroUsd(amount)} from the local service, for free
        </span>
      )}
      {typeof state === 'object' && (
        <p role="alert" className="text-sm text-bad">
          {state.problem}
        </p>
      )}
    </div>
  )
}
