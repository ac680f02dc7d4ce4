import { formatMicroUsd } from '../../../core/format/money.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { StartChatting } from './start-chatting.tsx'
import { StepFrame } from './step-frame.tsx'
import { WalletLine } from './wallet-line.tsx'

/** The third step: there is a balance, so requests can be paid. */
export function ReadyStep({ owner, balanceMicroUsd }: { owner: Owner; balanceMicroUsd: number }) {
  return (
    <StepFrame title="Ready" actions={<StartChatting variant="primary" />}>
      <WalletLine session={owner.session} />
      <p className="max-w-prose text-text-2">
        <span className="font-mono font-semibold text-money">
          {formatMicroUsd(balanceMicroUsd)}
        </span>{' '}
        for chat and image requests. Each requires a signature.
      </p>
    </StepFrame>
  )
}
