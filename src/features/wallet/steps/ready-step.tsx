import {
  diemFirstText,
  diemHeld,
  formatDiem,
  holdsBackTopUp,
} from '../../../core/client/account/diem.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { BalanceReading } from '../../../core/storage/payments/payment-database.ts'
import { signedOrigin } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { StartChatting } from './start-chatting.tsx'
import { StepFrame } from './step-frame.tsx'
import { UpstreamAgreement } from './upstream-agreement.tsx'
import { WalletLine } from './wallet-line.tsx'

/** The third step: there is a balance, so requests can be paid. */
export function ReadyStep({
  owner,
  balances,
}: {
  owner: Owner
  balances: readonly BalanceReading[]
}) {
  const microDiem = diemHeld(balances)
  return (
    <StepFrame title="Ready" actions={<StartChatting variant="primary" />}>
      <WalletLine session={owner.session} />
      <p className="max-w-prose text-text-2">
        <span className="font-mono font-semibold text-money">
          {formatMicroUsd(balances.at(-1)?.microUsd ?? 0)}
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
