import { useEffect } from 'react'
import { useStore } from 'zustand'

import { resumeWallet } from '../../core/wallet/session/drivers.ts'
import { walletStore } from '../../core/wallet/session/wallet-session.ts'
import { areaStore } from '../../core/wallet/state/area-store.ts'
import { ownerOf } from '../../core/wallet/state/owner.ts'
import { resumeAll } from '../../core/wallet/state/top-up-steps.ts'
import { paymentsStore, readPayments } from '../../core/wallet/top-up/payments-store.ts'
import { client } from '../../page/client.ts'
import { BalanceCard } from './balance/balance-card.tsx'
import { TransactionsPanel } from './balance/transactions-panel.tsx'
import { browserWorld } from './browser-world.ts'
import { JournalPanel } from './journal/journal-panel.tsx'
import { currentStep } from './ladder/ladder-steps.ts'
import { Ladder } from './ladder/ladder.tsx'
import { CurrentStep } from './steps/current-step.tsx'
import { WalletOptions } from './steps/wallet-options.tsx'
import './set-up.ts'

/** The Wallet area: the ladder from a wallet to credit, the balance, and what was paid. */
export function WalletPage() {
  useEffect(() => void start(), [])
  const connection = useStore(client.connections.store, (state) => state.connection)
  const session = useStore(walletStore, (state) => state.session)
  const owner = ownerOf(connection, session)
  const ownerId = owner?.id
  const signedIn = useStore(areaStore, (area) => area.signedIn !== undefined)
  const flow = useStore(areaStore, (area) => area.flow)
  const payments = useStore(paymentsStore, (state) => state.payments)
  const step = currentStep({
    isConnected: owner !== undefined,
    isSignedIn: signedIn,
    flow,
    payments,
  })
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-6 px-4 py-6 md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)_19rem]">
      <Ladder step={step} />
      <section aria-label="Step" className="min-w-0">
        <CurrentStep step={step} owner={owner} />
        {owner !== undefined && <WalletOptions />}
      </section>
      <aside
        aria-label="Credit"
        className="flex min-w-0 flex-col gap-6 md:col-start-2 lg:col-start-3 lg:row-start-1"
      >
        <BalanceCard owner={owner} />
        <JournalPanel owner={owner} />
      </aside>
      {owner !== undefined && (
        <div className="min-w-0 md:col-start-2 lg:col-end-4">
          <TransactionsPanel key={ownerId} owner={owner} />
        </div>
      )}
    </div>
  )
}

/** What is looked at once when the area opens: the local chains, the wallet of last time, open payments. */
async function start(): Promise<void> {
  await readPayments(browserWorld)
  if (areaStore.getState().local === undefined)
    areaStore.setState({ local: (await browserWorld.loadLocalChains()) ?? null })
  await resumeWallet(areaStore.getState().local ?? undefined)
  await resumeAll(browserWorld)
}
