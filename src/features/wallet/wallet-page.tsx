import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import {
  diemFirstText,
  diemHeld,
  formatDiem,
  holdsBackTopUp,
} from '../../core/client/account/diem.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import { web3KeyOffer } from '../../core/client/queries/web3-key-offer.ts'
import { formatBalance, formatMicroUsd } from '../../core/format/money.ts'
import type { BalanceReading } from '../../core/storage/payments/payment-database.ts'
import { mayHaveKey, signedOrigin } from '../../core/wallet/sign-in/wallet-credential.ts'
import { type Owner, ownerOf } from '../../core/wallet/state/balances.ts'
import { loadLocalChains } from '../../core/wallet/state/local-chains.ts'
import {
  CHOOSE_TERMS_AGE_MS,
  loadRequirements,
  walletPayments,
  type WalletPayments,
} from '../../core/wallet/state/requirements.ts'
import {
  cancelSigning,
  currentStep,
  resumeAll,
  type WalletStep,
} from '../../core/wallet/state/top-up.ts'
import { putAway } from '../../core/wallet/state/view-store.ts'
import { readPayments } from '../../core/wallet/top-up/flow.ts'
import type { TopUpDraft } from '../../core/wallet/top-up/top-up-draft.ts'
import { client } from '../../page/client.ts'
import { UseThisMachine } from '../../page/connection/use-this-machine.tsx'
import { queryClient } from '../../page/query-client.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { part } from '../../ui/feedback/part.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'
import { BalanceCard } from './balance/balance-card.tsx'
import { isAway, PocketIntro, PocketOffer } from './pocket-offer.tsx'
import { Stepper } from './stepper.tsx'
import { CheckStep } from './steps/check-step.tsx'
import { ChooseStep } from './steps/choose-step.tsx'
import { ConnectStep, focusFirstWallet } from './steps/connect-step.tsx'
import { FollowStep } from './steps/follow-step.tsx'
import { SignInStep } from './steps/sign-in-step.tsx'
import {
  returnPath,
  StartChatting,
  StepFrame,
  UpstreamAgreement,
  WalletLine,
} from './steps/step-frame.tsx'
import { WalletOptions } from './steps/wallet-options.tsx'
import { WalletNotes } from './wallet-notes.tsx'

const ActivityPanel = part(() => import('./balance/activity-panel.tsx'), 'ActivityPanel', {
  quiet: true,
})

/** The Wallet area: the steps of a top-up, the balance, and what was paid. */
export function WalletPage() {
  useEffect(() => void start(), [])
  const connection = useStore(client.connections.store, (state) => state.connection)
  const session = useStore(wallet.session, (state) => state.session)
  const owner = ownerOf(connection, session)
  const { signedIn, flow, balances, isAdding, local } = useStore(wallet.view)
  const payments = useStore(wallet.payments, (state) => state.payments)
  const microDiem = diemHeld(balances)
  const baseUrl = connection?.baseUrl
  useEffect(() => {
    // The networks of the local service decide what of the response counts.
    if (baseUrl === undefined || local === undefined || walletPayments(wallet).kind === 'none')
      return
    void loadRequirements(wallet, CHOOSE_TERMS_AGE_MS, 'background')
  }, [baseUrl, local])
  // What was credited is said once: by the next visit the balance may be another.
  useEffect(() => () => putAway(wallet, ({ state }) => state === 'credited'), [])
  const ways = walletPayments(wallet)
  // A payment on its way is shown, whatever its API says now.
  const takesNone = ways.kind === 'none' && flow.step !== 'follow' && flow.step !== 'signing'
  const step = currentStep({
    isConnected: owner !== undefined,
    isSignedIn: signedIn !== undefined,
    balanceMicroUsd: (balances.at(-1)?.microUsd ?? 0) + (holdsBackTopUp(microDiem) ? microDiem : 0),
    // Whoever comes from a request that the balance was too low for. While there is DIEM, a top-up doesn't help.
    isAdding: !holdsBackTopUp(microDiem) && (isAdding || returnPath() !== undefined),
    flow,
    payments,
  })
  const isChoosing = owner === undefined && flow.step !== 'follow'
  // The pocket account signs in and pays by itself: its panel is all there is to decide.
  const isPocket = owner?.session.kind === 'pocket' && flow.step === 'choose'
  // Where wallets warn at every sign-in, the account that signs by itself comes first.
  const isLeading =
    connection !== undefined &&
    isAway(connection) &&
    (owner === undefined || owner.session.kind === 'pocket')
  const pocketSection = connection !== undefined && (
    <section
      key="pocket"
      aria-label="Pocket account"
      className={cx(
        'flex min-w-0 flex-col gap-4 rounded-lg bg-surface-1 p-4 empty:hidden sm:p-5',
        !isLeading && 'max-lg:order-1',
      )}
    >
      <PocketSection connection={connection} payments={ways} />
    </section>
  )
  return (
    <div className="h-full scroll-area gutter-even">
      <div className="mx-auto grid w-full max-w-5xl gap-x-6 gap-y-5 px-4 py-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <WalletNotes />
        {/* On a phone the balance comes after what is to be done, and before what can wait. */}
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          <h2 className="text-lg font-semibold sm:text-xl">
            {takesNone ? 'Wallet' : 'Pay without an account'}
          </h2>
          {takesNone ? (
            <div className="flex flex-wrap items-center gap-3 text-text-2">
              <p>
                {connection?.kind === 'practice'
                  ? 'Practice runs in this page and takes no payments: no network is behind it.'
                  : `${connection?.name} takes no payments from wallets.`}
              </p>
              <UseThisMachine />
            </div>
          ) : (
            <Stepper
              step={step}
              onConnect={isChoosing && connection !== undefined ? focusFirstWallet : undefined}
            />
          )}
          {isLeading && pocketSection}
          {!isPocket && !takesNone && (
            <section
              aria-label="Current step"
              className="min-w-0 rounded-lg bg-surface-1 p-4 sm:p-5"
            >
              <CurrentStep step={step} owner={owner} />
            </section>
          )}
          {!isLeading && pocketSection}
          <div className="flex min-w-0 flex-col gap-5 empty:hidden max-lg:order-1">
            {owner !== undefined && mayHaveKey(owner.session, owner.connection) && (
              <WalletKey key={owner.id} owner={owner} />
            )}
            {owner !== undefined && !takesNone && <WalletOptions />}
          </div>
        </div>
        {!takesNone && (
          <aside aria-label="Balance and payments" className="flex min-w-0 flex-col gap-5">
            <BalanceCard owner={owner} step={step} />
          </aside>
        )}
        {/* What was paid earlier stays in sight. */}
        {(!takesNone || (payments ?? []).length > 0) && (
          <section
            aria-labelledby="activity-heading"
            className="flex min-w-0 flex-col gap-3 max-lg:order-2 lg:col-span-2"
          >
            <h2 id="activity-heading" className="text-lg font-semibold">
              Activity
            </h2>
            <ActivityPanel key={owner?.id} owner={owner} />
          </section>
        )}
      </div>
    </div>
  )
}

function CurrentStep({ step, owner }: { step: WalletStep; owner: Owner | undefined }) {
  const { flow, signedIn, balances } = useStore(wallet.view)
  if (flow.step === 'follow') return <FollowStep paymentId={flow.paymentId} />
  if (owner === undefined) return <ConnectStep />
  if (flow.step === 'signing') return <SigningStep draft={flow.draft} owner={owner} />
  if (signedIn === undefined) return <SignInStep key={owner.id} owner={owner} />
  if (flow.step === 'check') return <CheckStep flow={flow} owner={owner} />
  if (step === 'Ready') return <ReadyStep owner={owner} balances={balances} />
  return <ChooseStep key={owner.id} owner={owner} />
}

/** What is looked at once when the area opens: the local chains, the wallet of last time, open payments. */
async function start(): Promise<void> {
  await readPayments(wallet.payments, wallet.paymentLog)
  await wallet.drivers.resume(await loadLocalChains(wallet))
  await resumeAll(wallet)
}

const CreateKey = part(() => import('./create-key.tsx'), 'CreateKey')

/** An API key for one signature, where the API gives wallets keys; nothing anywhere else. */
function WalletKey({ owner }: { owner: Owner }) {
  const { connection, session } = owner
  const isOffered = useQuery(web3KeyOffer(client, connection), queryClient).data === true
  const [isOpen, setOpen] = useState(false)
  const { credential, kind } = connection
  if (credential?.madeBy === session.address)
    return (
      <p role="status" className="text-sm text-text-2">
        Requests use {credential.label}, without prompts. It's kept in memory only, cleared on
        reload.
        {kind === 'remote' && ' Edit the connection to remember it.'}
      </p>
    )
  if (!isOffered) return null
  if (isOpen) return <CreateKey owner={owner} onClose={() => setOpen(false)} />
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
      This API gives your wallet an API key: one signature, then no prompts.
      <Button onClick={() => setOpen(true)}>Create API key</Button>
    </p>
  )
}

/** After this long it is said where to look, ms. */
const SILENT_AFTER_MS = 15_000

function SigningStep({ draft, owner }: { draft: TopUpDraft; owner: Owner }) {
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

function ReadyStep({ owner, balances }: { owner: Owner; balances: readonly BalanceReading[] }) {
  const microDiem = diemHeld(balances)
  return (
    <StepFrame title="Ready" actions={<StartChatting variant="primary" />}>
      <WalletLine session={owner.session} />
      <p className="max-w-prose text-text-2">
        <span className="font-mono font-semibold text-money">
          {formatBalance(balances.at(-1)?.microUsd ?? 0)}
          {microDiem > 0 && ` and ${formatDiem(microDiem)}`}
        </span>{' '}
        for chat and image requests. Each requires a signature.
      </p>
      {signedOrigin(owner.connection) === undefined && (
        <UpstreamAgreement connection={owner.connection} />
      )}
      {holdsBackTopUp(microDiem) && (
        <p className="max-w-prose text-text-2">{diemFirstText(microDiem)}</p>
      )}
    </StepFrame>
  )
}

const PocketPanel = part(() => import('./pocket/pocket-panel.tsx'), 'PocketPanel', {
  fallback: <div className="h-28" />,
})

/** The pocket accounts; who never had one loads none of their code. */
export function PocketSection({
  connection,
  payments,
}: {
  connection: Connection
  payments: WalletPayments
}) {
  const [wanted, setWanted] = useState<'accounts' | 'create' | 'restore'>()
  useEffect(() => {
    void hasAccounts().then((has) => {
      if (has) setWanted((before) => before ?? 'accounts')
    })
  }, [])
  const isLeading = isAway(connection) && payments.kind === 'named'
  if (wanted !== undefined || isLeading)
    return (
      <PocketPanel
        connection={connection}
        payments={payments}
        opened={wanted === 'accounts' ? undefined : wanted}
      />
    )
  if (payments.kind === 'none') return null
  return (
    <>
      <PocketIntro isAway={isAway(connection)} />
      <PocketOffer payments={payments}>
        <Button onClick={() => setWanted('create')}>Create pocket account</Button>
        <Button variant="ghost" onClick={() => setWanted('restore')}>
          Restore
        </Button>
      </PocketOffer>
    </>
  )
}

/** Whether this browser may have accounts: their database is made with the first. */
async function hasAccounts(): Promise<boolean> {
  const databases = await indexedDB.databases().catch(() => undefined)
  return databases?.some(({ name }) => name === 'vendor-playground-pocket') ?? true
}
