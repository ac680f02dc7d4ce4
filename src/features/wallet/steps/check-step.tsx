import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { payeeOf } from '../../../core/client/connection/wallet-config.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { findPayee } from '../../../core/storage/payments/payee-pins.ts'
import type { PayeePin } from '../../../core/storage/payments/payment-database.ts'
import { WALLET_PROBLEM_TEXT } from '../../../core/wallet/session/wallet-problem.ts'
import { isTestnet } from '../../../core/wallet/state/local-chains.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { confirmTopUp, switchChain } from '../../../core/wallet/state/top-up.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import type { Flow } from '../../../core/wallet/top-up/flow.ts'
import { draftProblemText } from '../../../core/wallet/top-up/problem-text.ts'
import { signedFields } from '../../../core/wallet/top-up/signed-fields.ts'
import { limitProblem } from '../../../core/wallet/top-up/spend-limits.ts'
import { draftProblems } from '../../../core/wallet/top-up/top-up-draft.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { FlowNoticeView } from './flow-notice.tsx'
import { FactList, StepFrame } from './step-frame.tsx'
import { WalletLine } from './wallet-line.tsx'

interface CheckStepProps {
  flow: Extract<Flow, { step: 'check' }>
  owner: Owner
}

/** The fifth step: everything that will be signed, in words; red where something is not as it should be. */
export function CheckStep({ flow, owner }: CheckStepProps) {
  const { draft, notice } = flow
  const { offer, amountMicroUsd } = draft
  const { network, payTo, timeoutSeconds } = offer
  const { usdc, shownOffer, isContractWallet, local } = useStore(wallet.view)
  const payments = useStore(wallet.payments, (state) => state.payments)
  const isUnreadable = useStore(wallet.payments, (state) => state.isUnreadable)
  const { dailyLimitMicroUsd, paymentHeader } = useStore(wallet.settings)
  const problem = useStore(wallet.session, (wallet) => wallet.problem)
  const pin = usePin(owner.origin, network.id)
  const held = usdc[network.id]
  const problems =
    pin === 'reading'
      ? []
      : draftProblems(draft, {
          pinnedPayTo: pin?.payTo,
          localPayTo: owner.connection.kind === 'local' ? payeeOf(local, network.id) : undefined,
          shown: shownOffer ?? offer,
          usdcAtomic: typeof held === 'bigint' ? held : undefined,
          walletChainId: owner.session.chainId,
          limitProblem: limitProblem(payments ?? [], {
            origin: owner.origin,
            amountMicroUsd,
            dailyLimitMicroUsd,
            nowMs: flow.shownAt,
          }),
        })
  const words = problems.map((problem) => draftProblemText(problem, network.name))
  const textOf = (row: string) => words.find((one) => one.row === row)?.text
  const isWrongChain = problems.some(({ kind }) => kind === 'wrong chain')
  const mayConfirm = problems.length === 0 && pin !== 'reading' && !isUnreadable
  return (
    <StepFrame
      title={`Check: ${formatMicroUsd(amountMicroUsd)} to ${owner.host}`}
      actions={
        <>
          {isWrongChain && (
            <Button variant="primary" onClick={() => void switchChain(wallet, network.id)}>
              Switch to {network.name}
            </Button>
          )}
          <Button
            variant={isWrongChain ? 'plain' : 'primary'}
            disabled={!mayConfirm}
            onClick={() => void confirmTopUp(wallet)}
          >
            Confirm and sign
          </Button>
          <Button variant="ghost" onClick={() => dispatch(wallet.view, { type: 'back' })}>
            Back
          </Button>
        </>
      }
    >
      <WalletLine session={owner.session} />
      {notice !== undefined && <FlowNoticeView notice={notice} />}
      {isWrongChain && problem !== undefined && (
        <p className="text-sm text-warn">
          {WALLET_PROBLEM_TEXT[problem].title}. {WALLET_PROBLEM_TEXT[problem].meaning}
        </p>
      )}
      <FactList
        label="What you sign"
        facts={[
          {
            label: 'Amount',
            value: (
              <span className="font-mono text-lg font-semibold">
                {formatMicroUsd(amountMicroUsd)}
              </span>
            ),
            problem: textOf('Amount'),
          },
          {
            label: 'Token',
            value: (
              <>
                USDC <Address text={network.asset} />
              </>
            ),
          },
          {
            label: 'Receiver',
            value: (
              <>
                <Address text={payTo} />
                {textOf('Receiver') === undefined && (
                  <span className="text-xs text-text-2">
                    {pin === undefined || pin === 'reading'
                      ? `The first payment to ${owner.host}: it is remembered, and you are warned when it changes.`
                      : 'The same that you confirmed here before.'}
                  </span>
                )}
              </>
            ),
            problem: textOf('Receiver'),
          },
          {
            label: 'Chain',
            value: `${network.name}${isTestnet(network, local) ? ', test money' : ''}`,
            problem: textOf('Chain'),
          },
          {
            label: 'Good for',
            value:
              network.family === 'evm'
                ? `${formatDuration(timeoutSeconds * 1000)} from signing; after that it can never be carried out`
                : 'About a minute from signing; after that it can never be carried out',
          },
          { label: 'From', value: <Address text={draft.wallet} /> },
          {
            label: 'Network fee',
            value: 'None for you: the service carries the payment out.',
          },
        ]}
      />
      {held === 'unreadable' && (
        <p className="text-sm text-warn">
          What your wallet holds on {network.name} cannot be read here, so it was not checked.
        </p>
      )}
      {isContractWallet && (
        <p className="text-sm text-warn">
          Your wallet is a contract. Some services take payments from plain accounts only; if this
          one refuses, nothing is paid.
        </p>
      )}
      {isUnreadable && <FlowNoticeView notice={{ kind: 'storage' }} />}
      <Disclosure summary="The fields, as your wallet gets them">
        <div className="rounded-md bg-surface-1 p-3">
          <JsonView value={signedFields(draft, paymentHeader)} label="Fields" openDepth={4} />
        </div>
      </Disclosure>
    </StepFrame>
  )
}

function Address({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1 font-mono text-xs">
      <span className="min-w-0 break-all">{text}</span>
      <CopyButton text={text} label="Copy address" />
    </span>
  )
}

/** The remembered receiver of an API on a chain. */
function usePin(origin: string, networkId: string): PayeePin | 'reading' | undefined {
  const [pin, setPin] = useState<PayeePin | 'reading' | undefined>('reading')
  useEffect(() => {
    let isCurrent = true
    findPayee(origin, networkId).then(
      (found) => isCurrent && setPin(found),
      () => isCurrent && setPin(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [origin, networkId])
  return pin
}
