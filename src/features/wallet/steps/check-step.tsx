import BadgeCheck from 'lucide-react/icons/badge-check'
import { useStore } from 'zustand'

import { adviceText } from '../../../../contract/errors/advice.ts'
import { diemHeld } from '../../../core/client/account/diem.ts'
import { payeeOf } from '../../../core/client/connection/wallet-config.ts'
import { formatBalance, formatMicroUsd } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import { findPayee } from '../../../core/storage/payments/payee-pins.ts'
import type { PayeePin } from '../../../core/storage/payments/payment-database.ts'
import { WALLET_PROBLEMS } from '../../../core/wallet/session/wallet-session.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { networkWords } from '../../../core/wallet/state/local-chains.ts'
import { confirmTopUp, switchChain } from '../../../core/wallet/state/top-up.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import type { Flow } from '../../../core/wallet/top-up/flow.ts'
import { draftProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { signedFields } from '../../../core/wallet/top-up/sign-payment.ts'
import { draftProblems, limitProblem } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { useLocalChains } from '../use-local-chains.ts'
import { FlowNoticeView } from './flow-notice.tsx'
import { CopyText, FactList, StepFrame } from './step-frame.tsx'

interface CheckStepProps {
  flow: Extract<Flow, { step: 'check' }>
  owner: Owner
}

/** The second step goes on: a receipt of what will be signed, in words; red where something is not as it should be. */
export function CheckStep({ flow, owner }: CheckStepProps) {
  const { draft, notice } = flow
  const { offer, amountMicroUsd } = draft
  const { network, payTo, timeoutSeconds } = offer
  const { usdc, shownOffer, isContractWallet, balances } = useStore(wallet.view)
  const local = useLocalChains()
  const balance = balances.at(-1)
  const payments = useStore(wallet.payments, (state) => state.payments)
  const isUnreadable = useStore(wallet.payments, (state) => state.isUnreadable)
  const { dailyLimitMicroUsd, paymentHeader } = useStore(wallet.settings)
  const problem = useStore(wallet.session, (wallet) => wallet.problem)
  const pin = usePin(owner.origin, network.id)
  const localPayTo = owner.connection.kind === 'local' ? payeeOf(local, network.id) : undefined
  const held = usdc[network.id]
  const problems =
    pin === 'reading'
      ? []
      : draftProblems(draft, {
          pinnedPayTo: pin?.payTo,
          localPayTo,
          shown: shownOffer ?? offer,
          usdcAtomic: typeof held === 'bigint' ? held : undefined,
          walletChainId: owner.session.chainId,
          limitProblem: limitProblem(payments ?? [], {
            origin: owner.origin,
            amountMicroUsd,
            dailyLimitMicroUsd,
            nowMs: flow.shownAt,
          }),
          microDiem: diemHeld(balances),
        })
  const words = problems.map((problem) => draftProblemText(problem, network.name))
  const textOf = (row: string) => words.find((one) => one.row === row)?.text
  const isWrongNetwork = problems.some(({ kind }) => kind === 'wrong network')
  const mayConfirm = problems.length === 0 && pin !== 'reading' && !isUnreadable
  const recipientProblem = textOf('Recipient')
  const recipientNote =
    pin === 'reading' || recipientProblem !== undefined
      ? undefined
      : pin !== undefined
        ? 'Same recipient as before'
        : localPayTo !== undefined
          ? "The local service's own recipient"
          : undefined
  return (
    <StepFrame
      title="Review payment"
      actions={
        <>
          {isWrongNetwork && (
            <Button variant="primary" onClick={() => void switchChain(wallet, network.id)}>
              Switch to {network.name}
            </Button>
          )}
          <Button
            variant={isWrongNetwork ? 'plain' : 'primary'}
            disabled={!mayConfirm}
            onClick={() => void confirmTopUp(wallet)}
          >
            Confirm and sign {formatMicroUsd(amountMicroUsd)}
          </Button>
          <Button variant="ghost" onClick={() => dispatch(wallet.view, { type: 'back' })}>
            Back
          </Button>
          <span className="text-xs text-text-3">You sign once. No network fee.</span>
        </>
      }
    >
      {notice !== undefined && <FlowNoticeView notice={notice} />}
      {isWrongNetwork && problem !== undefined && (
        <p className="text-sm text-warn">
          {WALLET_PROBLEMS[problem].title}. {adviceText(WALLET_PROBLEMS[problem])}
        </p>
      )}
      <FactList
        label="Payment details"
        facts={[
          {
            label: 'Amount',
            value: (
              <span className="font-mono text-xl font-semibold text-money">
                {formatMicroUsd(amountMicroUsd)}
              </span>
            ),
            problem: textOf('Amount'),
          },
          {
            label: 'Recipient',
            value: (
              <>
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{owner.host}</span>
                  {recipientNote === undefined ? null : (
                    <span className="flex items-center gap-1 text-xs text-good">
                      <BadgeCheck size={14} aria-hidden /> {recipientNote}
                    </span>
                  )}
                </span>
                <CopyText text={payTo} label="Copy recipient" />
                {pin === undefined && localPayTo === undefined && (
                  <p className="text-xs text-text-2">
                    {`First payment to ${owner.host}. You'll be warned if the recipient changes.`}
                  </p>
                )}
              </>
            ),
            problem: recipientProblem,
          },
          { label: 'Network', value: networkWords(network, local), problem: textOf('Network') },
          {
            label: 'From',
            value: (
              <>
                {owner.session.name}{' '}
                <span className="font-mono text-xs text-text-2" title={draft.wallet}>
                  {shortAddress(draft.wallet)}
                </span>
              </>
            ),
          },
          ...(balance === undefined
            ? []
            : [
                {
                  label: 'Balance after',
                  value: (
                    <span className="text-money tabular-nums">
                      {formatBalance(balance.microUsd + amountMicroUsd)}
                    </span>
                  ),
                },
              ]),
        ]}
      />
      {held === 'unreadable' && (
        <p className="text-sm text-warn">
          Couldn't read your balance on {network.name}, so it wasn't checked.
        </p>
      )}
      {isContractWallet && (
        <p className="text-sm text-warn">
          This is a smart account. If the service only accepts EOAs, it refuses and nothing is paid.
        </p>
      )}
      {isUnreadable && <FlowNoticeView notice={{ kind: 'storage' }} />}
      <Disclosure summary="Everything you sign" className="-ml-1">
        <div className="flex flex-col gap-3 rounded-md bg-surface-2 p-3">
          <FactList
            label="Signed fields"
            facts={[
              { label: 'Pay to', value: <CopyText text={payTo} label="Copy recipient" /> },
              {
                label: 'Token',
                value: (
                  <>
                    USDC <CopyText text={network.asset} label="Copy token" />
                  </>
                ),
              },
              { label: 'Account', value: <CopyText text={draft.wallet} label="Copy account" /> },
              {
                label: 'Expires',
                value:
                  network.family === 'evm'
                    ? `${formatDuration(timeoutSeconds * 1000)} after signing. It can never settle after that.`
                    : 'About a minute after signing. It can never settle after that.',
              },
            ]}
          />
          <p className="text-sm text-text-2">
            {network.family === 'evm' ? 'Typed data (EIP-712)' : 'Transaction instructions'}
          </p>
          <JsonView value={signedFields(draft, paymentHeader)} label="Fields" openDepth={4} />
        </div>
      </Disclosure>
    </StepFrame>
  )
}

function usePin(origin: string, networkId: string): PayeePin | 'reading' | undefined {
  const read = useLoaded(
    async () => ({ pin: await findPayee(origin, networkId).catch(() => undefined) }),
    [origin, networkId],
  )
  return read === undefined ? 'reading' : read.pin
}
