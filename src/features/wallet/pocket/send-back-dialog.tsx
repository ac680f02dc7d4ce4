import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { formatMicroUsd } from '../../../core/format/money.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { sendBack } from '../../../core/wallet/pocket/funding/send-back.ts'
import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { readUsdc } from '../../../core/wallet/state/requirements.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { AdviceNotice, useTask } from '../../failures/task.tsx'
import { OwnWallets } from './own-wallets.tsx'

interface SendBackDialogProps {
  account: PocketAccount
  onClose: () => void
}

/** Sends what an account has on its network to a wallet of the person. */
export function SendBackDialog({ account, onClose }: SendBackDialogProps) {
  const onChain = useStore(wallet.view, ({ usdc }) => usdc[account.networkId])
  const [asked, setAsked] = useState<WalletChoice>()
  const { problem, run } = useTask()
  const given = useRef<AbortController>(undefined)
  useEffect(() => () => given.current?.abort(), [])
  const send = async (choice: WalletChoice) => {
    const { signal } = (given.current = new AbortController())
    setAsked(choice)
    const isSent = await run(async () => {
      const { microUsd } = await sendBack(wallet, pocket, { account, choice, signal })
      showToast(`Sent ${formatMicroUsd(microUsd)} back to your wallet.`)
    })
    setAsked(undefined)
    if (!isSent) return
    await readUsdc(wallet)
    onClose()
  }
  return (
    <Dialog title="Send back" onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        <p>
          Sends all{' '}
          {typeof onChain === 'bigint' && (
            <span className="font-mono text-money">{formatMicroUsd(Number(onChain))}</span>
          )}{' '}
          in USDC to your wallet, which prompts once and pays the network fee.
        </p>
        <p className="text-text-2">
          The balance at <span className="font-mono text-xs">{new URL(account.origin).host}</span>{' '}
          stays there. It can only be spent there.
        </p>
        {account.fundedFrom !== undefined && (
          <p className="text-text-2">
            It was funded from{' '}
            <span className="font-mono text-xs">{shortAddress(account.fundedFrom)}</span>.
          </p>
        )}
        <OwnWallets
          family={account.family}
          word="To"
          asked={asked}
          onChoose={(choice) => void send(choice)}
        />
        <AdviceNotice advice={problem} />
      </div>
    </Dialog>
  )
}
