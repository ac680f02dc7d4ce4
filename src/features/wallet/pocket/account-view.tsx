import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { networkOf } from '../../../../contract/wallet/networks.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import type { PocketAccount } from '../../../core/storage/pocket/pocket-records.ts'
import { pocketSpending } from '../../../core/wallet/pocket/allowed.ts'
import { followPendingFunding } from '../../../core/wallet/pocket/funding/fund.ts'
import { limitsProblem } from '../../../core/wallet/pocket/limits.ts'
import {
  lockPocket,
  removePocket,
  setPocketLimits,
} from '../../../core/wallet/pocket/pocket-account.ts'
import { disconnectWallet } from '../../../core/wallet/session/drivers.ts'
import { shortAddress } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { isTestnet } from '../../../core/wallet/state/local-chains.ts'
import {
  CHOOSE_TERMS_AGE_MS,
  loadRequirements,
  readUsdc,
} from '../../../core/wallet/state/requirements.ts'
import { client } from '../../../page/client.ts'
import { pocket } from '../../../page/wallet/pocket.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Meter } from '../../../ui/feedback/meter.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { AdviceNotice, useTask } from '../../failures/task.tsx'
import { FlowNoticeView } from '../steps/flow-notice.tsx'
import { SignInProblem } from '../steps/sign-in-step.tsx'
import { ReturnButton, StartChatting } from '../steps/step-frame.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { LimitFields } from './limit-fields.tsx'
import { payFromPocket } from './pocket-acts.ts'
import { TopUpForm } from './top-up-form.tsx'

/** What is opened for one account. */
export type AccountDialog = 'fund' | 'back up' | 'send back'

interface AccountViewProps {
  account: PocketAccount
  isInUse: boolean
  /** Its API names its network: what is sent there can pay for something. Undefined while that is read. */
  isNamed: boolean | undefined
  onOpen: (dialog: AccountDialog) => void
}

/** A pocket account: whether it can sign now, its money, what it spent, and its limits. */
export function AccountView({ account, isInUse, isNamed, onOpen }: AccountViewProps) {
  const isUnlocked = useStore(pocket.store, ({ unlocked }) => unlocked.includes(account.id))
  const isInMemory = useStore(pocket.store, ({ inMemory }) => inMemory.includes(account.id))
  const { usdc, flow, balances, signedIn, isSigningIn, signInTrouble } = useStore(wallet.view)
  const local = useLocalChains()
  const { isRunning, problem, run } = useTask()
  const spending = useSpending(account)
  const expected = useExpectedUsdc(account)
  useEffect(() => {
    if (!isInUse) return
    void loadRequirements(wallet, CHOOSE_TERMS_AGE_MS)
    void readUsdc(wallet)
  }, [isInUse])
  const network = networkOf(account.networkId)
  const onChain = isInUse ? usdc[account.networkId] : undefined
  const hasBalance = isInUse && (balances.at(-1)?.microUsd ?? 0) > 0
  const hasUsdc = typeof onChain === 'bigint' && onChain > 0n
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg font-semibold">Pocket account</h3>
        <span className="text-sm text-text-2">
          {network?.name ?? account.networkId}
          {network !== undefined && isTestnet(network, local) && ', testnet'}
        </span>
        <span className="flex items-center font-mono text-xs text-text-2" title={account.address}>
          {shortAddress(account.address)}
          {isNamed === true && <CopyButton text={account.address} label="Copy wallet address" />}
        </span>
        <span className="ml-auto flex gap-1">
          {isInUse && (
            <Button variant="ghost" onClick={() => void disconnectWallet(wallet)}>
              Disconnect
            </Button>
          )}
          {isUnlocked && <Button onClick={() => lockPocket(pocket)}>Lock</Button>}
        </span>
      </div>
      <output aria-label="Pocket account" className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={isUnlocked ? 'good' : 'neutral'}>{isUnlocked ? 'Unlocked' : 'Locked'}</Badge>
        {isUnlocked
          ? 'Signs requests by itself, within its limits.'
          : 'Signs nothing until you unlock it.'}
        {typeof onChain === 'bigint' && (
          <span>
            <span className="font-mono text-money">{formatMicroUsd(Number(onChain))}</span> in USDC
          </span>
        )}
      </output>
      {expected > 0 && (
        <p role="status" className="text-sm text-text-2">
          Funding pending: up to{' '}
          <span className="font-mono text-money">{formatMicroUsd(expected)}</span>. Your wallet may
          still prompt for it.
        </p>
      )}
      {isInMemory && (
        <p className="text-sm text-warn">
          The key is in the memory of this tab only. A reload loses it, unless you back it up.
        </p>
      )}
      {isNamed === false && (
        <p className="text-sm text-warn">
          Don't send USDC to it: this API doesn't name {network?.name ?? account.networkId} among
          its payment options now.
        </p>
      )}
      <AdviceNotice advice={problem} />
      {!(isUnlocked && isInUse) ? (
        <p>
          <Button
            variant="primary"
            aria-disabled={isRunning}
            onClick={() => void run(() => payFromPocket(account))}
          >
            {isRunning && <Spinner />} {isUnlocked ? 'Use pocket account' : 'Unlock'}
          </Button>
        </p>
      ) : (
        <>
          {flow.step === 'choose' && flow.notice !== undefined && (
            <FlowNoticeView notice={flow.notice} />
          )}
          {signedIn === undefined && signInTrouble !== undefined && (
            <>
              <SignInProblem trouble={signInTrouble} />
              <p>
                <Button
                  aria-disabled={isSigningIn}
                  onClick={() => void run(() => payFromPocket(account))}
                >
                  Sign in
                </Button>
              </p>
            </>
          )}
          {flow.step === 'choose' && hasUsdc && signedIn !== undefined && (
            <TopUpForm
              account={account}
              onChainMicroUsd={Number(onChain)}
              topUpsMicroUsd={spending?.topUpsMicroUsd ?? 0}
              isNext={!hasBalance}
            />
          )}
          <p className="flex flex-wrap gap-2">
            <ReturnButton variant="plain" />
            {hasBalance && flow.step === 'choose' && <StartChatting variant="primary" />}
            {isNamed === true && (
              <Button
                variant={!hasUsdc && !hasBalance ? 'primary' : 'plain'}
                onClick={() => onOpen('fund')}
              >
                Fund
              </Button>
            )}
            {(hasUsdc || isNamed === false) && (
              <Button onClick={() => onOpen('send back')}>Send back</Button>
            )}
          </p>
        </>
      )}
      <div className="flex flex-col gap-3 border-t pt-3">
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
          <span className="font-mono text-money">
            {formatMicroUsd(spending?.requestsMicroUsd ?? 0)}
          </span>{' '}
          of {formatMicroUsd(account.limits.dailyMicroUsd)} spent in 24 hours
          <Meter
            label="Spent in 24 hours"
            value={spending?.requestsMicroUsd ?? 0}
            max={account.limits.dailyMicroUsd}
          />
        </p>
        <LimitsForm key={account.id} account={account} isUnlocked={isUnlocked} />
      </div>
      <Disclosure
        summary={
          <span className="text-text-2">
            Backup and removal{account.backedUpAt === undefined && ': not backed up'}
          </span>
        }
        className="-ml-1"
      >
        <div className="flex flex-col items-start gap-2 py-2 pl-6 text-sm">
          <p className="text-text-2">
            {account.backedUpAt === undefined
              ? "Without a backup, losing this browser's data loses the account."
              : `Backed up ${new Date(account.backedUpAt).toLocaleDateString()}. Store the file and its passphrase apart.`}
          </p>
          <Button disabled={!isUnlocked} onClick={() => onOpen('back up')}>
            Back up
          </Button>
          <Disclosure summary="Remove account…" className="-ml-1 text-text-2">
            <div className="flex flex-col items-start gap-2 py-2 pl-6">
              <p>Deletes its key from this browser. Send back what is left first.</p>
              <p>
                Without a backup, what is left is lost, and so is its balance at{' '}
                {new URL(account.origin).host}.
              </p>
              <Button variant="danger" onClick={() => void run(() => remove(account, isInUse))}>
                Remove account
              </Button>
            </div>
          </Disclosure>
        </div>
      </Disclosure>
    </div>
  )
}

async function remove(account: PocketAccount, isInUse: boolean): Promise<void> {
  if (isInUse) await disconnectWallet(wallet)
  await removePocket(pocket, account.id)
}

/** What the account will have once a funding arrives that nothing else on the screen waits for, atomic. */
function useExpectedUsdc({ id, networkId, address }: PocketAccount): number {
  const [expected, setExpected] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    const given = { signal: left.signal, onExpected: setExpected }
    void followPendingFunding(wallet, { id, networkId, address }, given)
    return () => left.abort()
  }, [id, networkId, address])
  return expected
}

/** What the account signed for in 24 hours; read again when something was charged, here or in another tab. */
function useSpending({ id }: PocketAccount) {
  const [spending, setSpending] = useState<Awaited<ReturnType<typeof pocketSpending>>>()
  useEffect(() => {
    // What can't be read is shown when something can't be paid.
    const read = () => void pocketSpending(pocket, id).then(setSpending, () => undefined)
    read()
    const stops = [client.accounts.current.subscribe(read), pocket.store.subscribe(read)]
    window.addEventListener('focus', read)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('focus', read)
    }
  }, [id])
  return spending
}

interface LimitsFormProps {
  account: PocketAccount
  /** Who may not sign may not raise limits either. */
  isUnlocked: boolean
}

function LimitsForm({ account, isUnlocked }: LimitsFormProps) {
  const [edited, setEdited] = useState<PocketAccount['limits']>()
  const { isRunning, problem, run } = useTask()
  const limits = edited ?? account.limits
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (limitsProblem(limits) !== undefined) return
    if (await run(() => setPocketLimits(pocket, account.id, limits))) setEdited(undefined)
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-2">
      <LimitFields limits={limits} onChange={setEdited} disabled={!isUnlocked} />
      <AdviceNotice advice={problem} />
      {edited !== undefined && (
        <p className="flex flex-wrap gap-2">
          <Button
            type="submit"
            disabled={limitsProblem(limits) !== undefined}
            aria-disabled={isRunning}
          >
            Save limits
          </Button>
          <Button variant="ghost" onClick={() => setEdited(undefined)}>
            Cancel
          </Button>
        </p>
      )}
    </form>
  )
}
