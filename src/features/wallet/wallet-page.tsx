import { useEffect } from 'react'
import { useStore } from 'zustand'

import { loadLocalChains } from '../../core/wallet/state/local-chains.ts'
import { type Owner, ownerOf } from '../../core/wallet/state/owner.ts'
import { currentStep, type WalletStep } from '../../core/wallet/state/steps.ts'
import { resumeAll } from '../../core/wallet/state/top-up.ts'
import { readPayments } from '../../core/wallet/top-up/payments-store.ts'
import { client } from '../../page/client.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { BalanceCard } from './balance/balance-card.tsx'
import { TransactionsPanel } from './balance/transactions-panel.tsx'
import { PaymentLogPanel } from './payment-log-panel.tsx'
import { Stepper } from './stepper.tsx'
import { CheckStep } from './steps/check-step.tsx'
import { ChooseStep } from './steps/choose-step.tsx'
import { ConnectStep } from './steps/connect-step.tsx'
import { FollowStep } from './steps/follow-step.tsx'
import { SignInStep } from './steps/sign-in-step.tsx'
import { SigningStep } from './steps/signing-step.tsx'
import { WalletOptions } from './steps/wallet-options.tsx'

/** The Wallet area: the steps of a top-up, the balance, and what was paid. */
export function WalletPage() {
  useEffect(() => void start(), [])
  const connection = useStore(client.connections.store, (state) => state.connection)
  const session = useStore(wallet.session, (state) => state.session)
  const owner = ownerOf(connection, session)
  const ownerId = owner?.id
  const signedIn = useStore(wallet.view, (area) => area.signedIn !== undefined)
  const flow = useStore(wallet.view, (area) => area.flow)
  const payments = useStore(wallet.payments, (state) => state.payments)
  const step = currentStep({
    isConnected: owner !== undefined,
    isSignedIn: signedIn,
    flow,
    payments,
  })
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-6 px-4 py-6 md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)_19rem]">
      <Stepper step={step} />
      <section aria-label="Current step" className="min-w-0">
        <CurrentStep step={step} owner={owner} />
        {owner !== undefined && <WalletOptions />}
      </section>
      <aside
        aria-label="Balance and payments"
        className="flex min-w-0 flex-col gap-6 md:col-start-2 lg:col-start-3 lg:row-start-1"
      >
        <BalanceCard owner={owner} />
        <PaymentLogPanel owner={owner} />
      </aside>
      {owner !== undefined && (
        <div className="min-w-0 md:col-start-2 lg:col-end-4">
          <TransactionsPanel key={ownerId} owner={owner} />
        </div>
      )}
    </div>
  )
}

/** The middle of the area: the one thing to decide now. */
function CurrentStep({ step, owner }: { step: WalletStep; owner: Owner | undefined }) {
  const flow = useStore(wallet.view, (area) => area.flow)
  if (flow.step === 'follow') return <FollowStep paymentId={flow.paymentId} />
  if (owner === undefined || step === 'Connect') return <ConnectStep />
  if (flow.step === 'signing') return <SigningStep draft={flow.draft} owner={owner} />
  if (step === 'Sign in') return <SignInStep key={owner.id} owner={owner} />
  if (flow.step === 'check') return <CheckStep flow={flow} owner={owner} />
  return <ChooseStep key={owner.id} owner={owner} />
}

/** What is looked at once when the area opens: the local chains, the wallet of last time, open payments. */
async function start(): Promise<void> {
  await readPayments(wallet.payments, wallet.paymentLog)
  await wallet.drivers.resume(await loadLocalChains(wallet))
  await resumeAll(wallet)
}
