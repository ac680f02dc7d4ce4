import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { Connection } from '../../../core/client/connection/connections.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { startFromWallet, type StartStage } from '../../../core/wallet/pocket/funding/fund.ts'
import { DEFAULT_LIMITS } from '../../../core/wallet/pocket/limits.ts'
import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { signedOrigin } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { networkWords } from '../../../core/wallet/state/local-chains.ts'
import { allowedNetworks } from '../../../core/wallet/state/requirements.ts'
import { readOffers } from '../../../core/wallet/top-up/top-up-draft.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { FactList, UpstreamAgreement } from '../steps/step-frame.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { OwnWallets } from './own-wallets.tsx'
import { needKeyPlace } from './pocket-acts.ts'

const { dailyMicroUsd, perRequestMicroUsd } = DEFAULT_LIMITS

const DOING: Record<StartStage, string> = {
  wallet: 'Confirm the transfer in your wallet',
  arrival: 'Waiting for USDC to arrive',
  'top-up': 'Topping up',
}

interface StartFromWalletProps {
  connection: Connection
  /** Runs what a press started, and shows why it did not come about. */
  onStart: (work: () => Promise<unknown>) => Promise<void>
}

/** Creates, funds and tops up a pocket account by one press: all that is signed for it, in words. */
export function StartFromWallet({ connection, onStart }: StartFromWalletProps) {
  const requirements = useStore(wallet.view, (view) => view.requirements)
  const local = useLocalChains()
  const [asked, setAsked] = useState<WalletChoice>()
  const [stage, setStage] = useState<StartStage>()
  const [isAgreementShown, setAgreementShown] = useState(false)
  const left = useRef(new AbortController())
  useEffect(() => {
    const page = new AbortController()
    left.current = page
    return () => page.abort()
  }, [])
  const offers =
    requirements !== undefined && 'required' in requirements
      ? readOffers(requirements, allowedNetworks(wallet))
      : []
  const offer = offers
    .flatMap((reading) => (reading.ok ? [reading.offer] : []))
    // The USDC of another network can't be read here, so nobody would see it arrive.
    .find(
      ({ network, minimumAtomic }) => network.family === 'evm' && minimumAtomic <= dailyMicroUsd,
    )
  if (offer === undefined) return null
  const { network, payTo } = offer
  const { host } = new URL(connection.upstreamOrigin ?? connection.baseUrl)
  const amount = formatMicroUsd(dailyMicroUsd)
  const start = async (choice: WalletChoice) => {
    if (signedOrigin(connection) === undefined) return setAgreementShown(true)
    setAsked(choice)
    await onStart(async () => {
      // A reload while the wallet prompts must not lose the key that the USDC is sent to.
      await needKeyPlace('vault')
      const started = { connection, offer, amountMicroUsd: dailyMicroUsd, choice }
      const { signal } = left.current
      const refusal = await startFromWallet(wallet, pocket, started, { signal, onStage: setStage })
      if (refusal !== undefined) showToast(`USDC arrived and wasn't topped up. ${refusal}`)
    })
    setAsked(undefined)
    setStage(undefined)
  }
  return (
    <section aria-label="Start from your wallet" className="flex flex-col gap-3 text-sm">
      <FactList
        label="What you start"
        facts={[
          {
            label: 'Amount',
            value: <span className="font-mono font-semibold text-money">{amount}</span>,
          },
          { label: 'Network', value: networkWords(network, local) },
          {
            label: 'Recipient',
            value: (
              <>
                {host} <span className="font-mono text-xs break-all text-text-2">{payTo}</span>
              </>
            ),
          },
          {
            label: 'Signs by itself',
            value: `Requests and top-ups, up to ${formatMicroUsd(perRequestMicroUsd)} per request and ${amount} per day`,
          },
        ]}
      />
      {isAgreementShown && <UpstreamAgreement connection={connection} />}
      {stage === undefined ? (
        <OwnWallets
          family={network.family}
          word="Start from"
          asked={asked}
          onChoose={(choice) => void start(choice)}
        />
      ) : (
        <output className="flex items-center gap-2">
          <Spinner /> {DOING[stage]}
        </output>
      )}
      <ul className="list-disc pl-5 text-xs text-text-3">
        <li>Your wallet prompts once, to send {amount}, and pays the network fee.</li>
        <li>It is topped up when it arrives, and can't be sent back.</li>
        <li>The key is encrypted in this browser. Without a backup, losing its data loses it.</li>
      </ul>
    </section>
  )
}
