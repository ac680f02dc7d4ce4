import { useState } from 'react'

import { formatMicroUsd } from '../../../core/format/money.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { fundFromWallet } from '../../../core/wallet/pocket/funding/fund.ts'
import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { NumberField } from '../../../ui/controls/slider-field.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { OwnWallets } from './own-wallets.tsx'
import { ProblemNotice, usePocketTask } from './pocket-task.tsx'

const USD = 1_000_000
/** What most APIs take as the smallest top-up. */
const USUAL_MICRO_USD = 5 * USD

/** Funds an account from a wallet of this browser, in one prompt of that wallet. */
export function FundFromWallet({ account }: { account: PocketAccount }) {
  const { ceilingMicroUsd } = account.limits
  const [usd, setUsd] = useState<number | undefined>(
    Math.min(USUAL_MICRO_USD, ceilingMicroUsd) / USD,
  )
  const [asked, setAsked] = useState<WalletChoice>()
  const { problem, run } = usePocketTask()
  const amountMicroUsd = Math.round((usd ?? 0) * USD)
  const fund = async (choice: WalletChoice) => {
    if (amountMicroUsd <= 0) return
    setAsked(choice)
    const isSent = await run(() =>
      fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd }),
    )
    setAsked(undefined)
    if (isSent) showToast(`Sent ${formatMicroUsd(amountMicroUsd)}. Waiting for it to arrive.`)
  }
  return (
    <section aria-label="From your wallet" className="flex flex-col gap-2 border-t pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="font-medium">
          From your wallet, in USD
        </span>
        <NumberField
          label="Amount from your wallet"
          min={0}
          max={ceilingMicroUsd / USD}
          step={0.5}
          value={usd}
          onChange={setUsd}
          invalid={amountMicroUsd <= 0}
          className="w-20"
        />
      </div>
      <OwnWallets
        family={account.family}
        word="From"
        asked={asked}
        onChoose={(choice) => void fund(choice)}
      />
      <p className="text-xs text-text-3">
        Your wallet prompts once, for this transfer, and pays its network fee.
      </p>
      <ProblemNotice problem={problem} />
    </section>
  )
}
