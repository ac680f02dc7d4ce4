import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import { requestFaucet } from '../../../core/client/wallet/wallet-reads.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { readUsdc } from '../../../core/wallet/state/requirements.ts'
import { readAtOnce, wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** What the faucet gives at most. */
const USUAL_MICRO_USD = 100_000_000

interface FaucetButtonProps {
  address: string
  network: PaymentNetwork
  /** Micro-USD. */
  amount?: number
  /** Gives it without a press: what the practice wallet has from the start. */
  isGift?: boolean
}

/** Gives a wallet testnet USDC on a network of the local service. */
export function FaucetButton({
  address,
  network,
  amount = USUAL_MICRO_USD,
  isGift = false,
}: FaucetButtonProps) {
  const local = useStore(wallet.view, (area) => area.local)
  const [state, setState] = useState<'running' | { problem: string } | undefined>(
    isGift ? 'running' : undefined,
  )
  const receive = () => {
    if (local === undefined || local === null) return
    const wanted = { address, network: network.id, amount }
    void requestFaucet(local.faucetUrl, wanted).then(async (problem) => {
      readAtOnce()
      await readUsdc(wallet)
      setState(problem === undefined ? undefined : { problem })
      if (problem === undefined)
        showToast(`Received ${formatMicroUsd(amount)} of testnet USDC on ${network.name}.`)
    })
  }
  const ask = () => {
    if (state === 'running') return
    setState('running')
    receive()
  }
  const give = useEffectEvent(receive)
  useEffect(() => {
    if (isGift) give()
  }, [isGift])
  if (local === undefined || local === null) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" aria-disabled={state === 'running' || undefined} onClick={ask}>
        {state === 'running' && <Spinner />} Get test USDC
      </Button>
      <span className="text-xs text-text-3">
        {formatMicroUsd(amount)} from the local service, for free
      </span>
      {typeof state === 'object' && (
        <p role="alert" className="text-sm text-bad">
          {state.problem}
        </p>
      )}
    </div>
  )
}
