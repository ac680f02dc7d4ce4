import { useStore } from 'zustand'

import type { Owner } from '../../../core/wallet/state/owner.ts'
import type { WalletStep } from '../../../core/wallet/state/steps.ts'
import { wallet } from '../browser-wallet.ts'
import { CheckStep } from './check-step.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { FollowStep } from './follow-step.tsx'
import { SignInStep } from './sign-in-step.tsx'
import { SigningStep } from './signing-step.tsx'

/** The middle of the area: the one thing to decide now. */
export function CurrentStep({ step, owner }: { step: WalletStep; owner: Owner | undefined }) {
  const flow = useStore(wallet.view, (area) => area.flow)
  if (flow.step === 'follow') return <FollowStep paymentId={flow.paymentId} />
  if (owner === undefined || step === 'Connect') return <ConnectStep />
  if (flow.step === 'signing') return <SigningStep draft={flow.draft} owner={owner} />
  if (step === 'Sign in') return <SignInStep key={owner.id} owner={owner} />
  if (flow.step === 'check') return <CheckStep flow={flow} owner={owner} />
  return <ChooseStep key={owner.id} owner={owner} />
}
