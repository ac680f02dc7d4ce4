import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { networkOf } from '../../../../contract/wallet/networks.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import {
  type Arrival,
  forgetPendingFunding,
  fundFromWallet,
  pocketUsdc,
  watchArrival,
} from '../../../core/wallet/pocket/funding/fund.ts'
import { paymentUri, topUpArrived } from '../../../core/wallet/pocket/funding/top-up.ts'
import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { isTestnet } from '../../../core/wallet/state/local-chains.ts'
import { readUsdc } from '../../../core/wallet/state/requirements.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { readAtOnce, wallet } from '../../../page/wallet/wallet.ts'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { NumberField } from '../../../ui/controls/slider-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Switch } from '../../../ui/controls/toggles.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { AdviceNotice, useTask } from '../../failures/task.tsx'
import { FaucetButton } from '../steps/faucet-button.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { OwnWallets } from './own-wallets.tsx'

interface FundDialogProps {
  account: PocketAccount
  onBackUp: () => void
  onClose: () => void
}

/** How an account gets USDC. What arrives is seen on its network, and topped up at once where that is wanted. */
export function FundDialog({ account, onBackUp, onClose }: FundDialogProps) {
  const network = networkOf(account.networkId)
  const local = useLocalChains()
  const [isToppedUp, setToppedUp] = useState(true)
  const { problem, run } = useTask()
  const [notToppedUp, setNotToppedUp] = useState<string>()
  const { host } = new URL(account.origin)
  const { before, seen, watch } = useArrival(account, async (onChainMicroUsd) => {
    forgetPendingFunding(account.id)
    await readUsdc(wallet)
    await run(async () => {
      const refusal = isToppedUp
        ? await topUpArrived(wallet, pocket, account, onChainMicroUsd)
        : undefined
      if (refusal === undefined) onClose()
      else setNotToppedUp(refusal)
    })
  })
  if (network === undefined) return null
  const roomMicroUsd =
    account.limits.ceilingMicroUsd - Number(before === 'unreadable' ? 0n : (before ?? 0n))
  const isTest = isTestnet(network, local)
  const isLocal = local?.chains.some((chain) => chain.network.id === network.id) === true
  return (
    <Dialog title="Fund pocket account" onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        {account.backedUpAt === undefined && (
          <p className="flex flex-wrap items-center gap-2 text-warn">
            No backup: what you put in is lost with this browser's data.
            <Button onClick={onBackUp}>Back up</Button>
          </p>
        )}
        <section aria-label="Wallet address" className="flex flex-col gap-2">
          <p className="text-text-2">
            {isTest ? 'Send testnet USDC' : 'Send USDC'} on <strong>{network.name}</strong> to this
            wallet address, from any {isTest ? 'wallet' : 'wallet or exchange'}, up to{' '}
            {formatMicroUsd(account.limits.ceilingMicroUsd)} in all.
          </p>
          <div className="flex items-center gap-2">
            {/* All of it is seen on a phone, too. */}
            <TextArea
              readOnly
              aria-label="Wallet address"
              value={account.address}
              onFocus={(event) => event.currentTarget.select()}
              className="min-w-0 grow font-mono text-xs break-all"
            />
            <CopyButton text={account.address} label="Copy wallet address" />
          </div>
          <div className="self-center">
            <QrCode text={paymentUri(network, account.address)} label="Payment code" />
          </div>
        </section>
        {/* What is sent before it is known what was there would not be seen to arrive. */}
        <fieldset disabled={before === undefined} className="flex flex-col gap-4">
          {isLocal && roomMicroUsd > 0 && (
            <FaucetButton address={account.address} network={network} amount={roomMicroUsd} />
          )}
          <FundFromWallet account={account} />
        </fieldset>
        <div className="flex items-start gap-2 border-t pt-3">
          <Switch label="Top up when it arrives" checked={isToppedUp} onChange={setToppedUp} />
          <div>
            <p aria-hidden className="py-1 font-medium">
              Top up when it arrives
            </p>
            <p className="text-text-2">
              Once, without a prompt, within the daily limit. It can't be sent back: it is spent at{' '}
              <span className="font-mono text-xs">{host}</span>.
            </p>
          </div>
        </div>
        <AdviceNotice advice={problem} />
        <output className="flex min-h-8 flex-wrap items-center gap-2 text-text-2">
          {seen === 'unreadable' ? (
            <>
              Can't read {network.name} from here. Connect a wallet on it, then check again.
              <Button className="ml-auto" onClick={watch}>
                Check
              </Button>
            </>
          ) : seen === 'arrived' ? (
            notToppedUp === undefined ? (
              'USDC arrived.'
            ) : (
              <>
                USDC arrived and wasn't topped up. {notToppedUp}
                <Button className="ml-auto" onClick={onClose}>
                  Close
                </Button>
              </>
            )
          ) : (
            <>
              <Spinner /> Waiting for USDC to arrive
            </>
          )}
        </output>
      </div>
    </Dialog>
  )
}

function useArrival(account: PocketAccount, onArrived: (onChainMicroUsd: number) => Promise<void>) {
  const [seen, setSeen] = useState<Arrival['state']>()
  const [attempt, setAttempt] = useState(0)
  const [before, setBefore] = useState<bigint | 'unreadable'>()
  const known = useRef<bigint>(undefined)
  const arrived = useEffectEvent(onArrived)
  const { networkId, address } = account
  useEffect(() => {
    const stop = new AbortController()
    const run = async () => {
      const watched = { networkId, address }
      const { signal } = stop
      // What came while nobody could read the network has arrived, too.
      known.current ??= attempt === 0 ? await pocketUsdc(wallet, watched) : 0n
      if (signal.aborted) return
      setBefore(known.current ?? 'unreadable')
      const moreThan = known.current ?? 0n
      const arrival = await watchArrival(wallet, watched, { moreThan, signal })
      if (signal.aborted) return
      setSeen(arrival.state)
      if (arrival.state === 'arrived') await arrived(Number(arrival.atomic))
    }
    void run()
    return () => stop.abort()
  }, [networkId, address, attempt])
  const watch = () => {
    setSeen(undefined)
    setAttempt((count) => count + 1)
  }
  return { before, seen, watch }
}

const USD = 1_000_000
/** What most APIs take as the smallest top-up. */
const USUAL_MICRO_USD = 5 * USD

function FundFromWallet({ account }: { account: PocketAccount }) {
  const { ceilingMicroUsd } = account.limits
  const [usd, setUsd] = useState<number | undefined>(
    Math.min(USUAL_MICRO_USD, ceilingMicroUsd) / USD,
  )
  const [asked, setAsked] = useState<WalletChoice>()
  const { problem, run } = useTask()
  const amountMicroUsd = Math.round((usd ?? 0) * USD)
  const fund = async (choice: WalletChoice) => {
    if (amountMicroUsd <= 0) return
    setAsked(choice)
    const isSent = await run(() =>
      fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd }),
    )
    setAsked(undefined)
    if (!isSent) return
    showToast(`Sent ${formatMicroUsd(amountMicroUsd)}. Waiting for it to arrive.`)
    readAtOnce()
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
      <AdviceNotice advice={problem} />
    </section>
  )
}
