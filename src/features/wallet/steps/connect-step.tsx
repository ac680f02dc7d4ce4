import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { PRACTICE_NAME, isPractice } from '../../../core/wallet/practice/practice-names.ts'
import { connectWallet } from '../../../core/wallet/session/drivers.ts'
import { WALLET_PROBLEMS, type WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { usesRealChainIds } from '../../../core/wallet/state/local-chains.ts'
import { allowedNetworks } from '../../../core/wallet/state/requirements.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { AdviceNotice } from '../../failures/task.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { StepFrame } from './step-frame.tsx'

const LIST_ID = 'wallet-choices'

/** Leads to the wallets: they are on screen already. */
export function focusFirstWallet(): void {
  document.querySelector<HTMLElement>(`#${LIST_ID} button`)?.focus()
}

/** The first step: the wallets of this browser, to choose one. */
export function ConnectStep() {
  const local = useStore(wallet.view, (area) => area.local)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { choices, connecting, problem } = useStore(wallet.session)
  const [isLooking, setIsLooking] = useState(true)
  useEffect(() => {
    if (local === undefined) return
    void wallet.drivers.find(local ?? undefined).finally(() => setIsLooking(false))
  }, [local])

  const chains = useLocalChains()
  const isBarred = usesRealChainIds(chains)
  const offersPractice = chains !== null && chains !== undefined
  const offered = choices.filter((choice) => (isPractice(choice) ? offersPractice : !isBarred))
  const missing = isBarred
    ? []
    : (['evm', 'solana'] as const).filter(
        (family) => !offered.some((choice) => choice.family === family && !isPractice(choice)),
      )
  const networks = allowedNetworks(wallet)
  const networksOf = ({ family }: WalletChoice) =>
    networks
      .filter((network) => network.family === family)
      .map(({ name }) => name)
      .join(', ')
  return (
    <StepFrame title="Choose a wallet">
      <AdviceNotice tone="warn" advice={problem && WALLET_PROBLEMS[problem]} />
      {connecting?.silent === true && (
        <output className="flex items-center gap-2 text-sm text-text-2">
          <Spinner /> Reconnecting your wallet
        </output>
      )}
      {connection === undefined ? (
        <p className="text-sm text-warn">Choose an API under Connection first.</p>
      ) : (
        <ul id={LIST_ID} aria-label="Wallets" className="grid gap-2 sm:grid-cols-2">
          {offered
            .toSorted((a, b) => Number(isPractice(a)) - Number(isPractice(b)))
            .map((choice) => (
              <WalletCard
                key={`${choice.family} ${choice.id}`}
                choice={choice}
                name={nameOf(choice)}
                networks={networksOf(choice)}
                isConnecting={connecting?.id === choice.id && connecting.family === choice.family}
                onCancel={connecting?.cancel}
                onChoose={(chosen) => void connectWallet(wallet, chosen)}
              />
            ))}
          {isLooking &&
            offered.length === 0 &&
            // The room of the two wallets that are always there.
            [1, 2].map((place) => (
              <li key={place} aria-hidden className="min-h-16 rounded-lg bg-surface-2" />
            ))}
        </ul>
      )}
      <div className={cx('flex flex-col gap-1 text-xs text-text-3', isLooking && 'invisible')}>
        {missing.length > 0 && (
          <>
            <p>{missing.map((family) => MISSING[family]).join(' ')} Get one from its site:</p>
            <p className="flex flex-wrap gap-x-4">
              {KNOWN.filter(([family]) => missing.includes(family)).map(([, name, url]) => (
                <a
                  key={name}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex items-center text-accent underline target"
                >
                  {name}
                </a>
              ))}
            </p>
          </>
        )}
        <p>Connecting shares your wallet address with this page, and nothing else.</p>
      </div>
    </StepFrame>
  )
}

const MISSING = {
  evm: 'No Ethereum wallet detected.',
  solana: 'No Solana wallet detected.',
} as const

/** Where well-known wallets come from. */
const KNOWN = [
  ['evm', 'MetaMask', 'https://metamask.io/download'],
  ['evm', 'Coinbase Wallet', 'https://www.coinbase.com/wallet/downloads'],
  ['solana', 'Phantom', 'https://phantom.com/download'],
  ['solana', 'Solflare', 'https://www.solflare.com/download'],
] as const

/** The practice wallets of both families have one name. */
function nameOf(choice: WalletChoice): string {
  if (!isPractice(choice)) return choice.name
  return choice.family === 'evm' ? PRACTICE_NAME : 'Practice on Solana'
}

/** After this long a wallet that says nothing is pointed out, ms. */
const SILENT_AFTER_MS = 8_000

interface WalletCardProps {
  choice: WalletChoice
  name: string
  /** Where it pays: "Base Sepolia". */
  networks: string
  isConnecting: boolean
  onCancel: (() => void) | undefined
  onChoose: (choice: WalletChoice) => void
}

function WalletCard({ choice, name, networks, isConnecting, onCancel, onChoose }: WalletCardProps) {
  const labelId = useId()
  const networksId = useId()
  const isSilent = useIsLate(isConnecting)
  return (
    <li className="flex flex-col gap-1">
      <button
        type="button"
        aria-labelledby={labelId}
        aria-describedby={networksId}
        aria-disabled={isConnecting}
        onClick={() => {
          if (!isConnecting) onChoose(choice)
        }}
        className="flex min-h-16 grow items-center gap-3 rounded-lg border border-(--field-line) bg-surface-2 px-3 py-2 text-left hover:bg-surface-3"
      >
        {choice.icon === undefined ? (
          <span aria-hidden className="size-8 shrink-0 rounded-md bg-surface-3" />
        ) : (
          <img src={choice.icon} alt="" className="size-8 shrink-0 rounded-md" />
        )}
        <span className="flex min-w-0 grow flex-col">
          <span id={labelId} className="truncate font-medium">
            {name}
          </span>
          <span id={networksId} className="truncate text-xs text-text-2">
            {networks}
          </span>
        </span>
        {isConnecting && <Spinner />}
      </button>
      {isConnecting && isSilent && (
        <output className="flex flex-wrap items-center gap-2 text-xs text-warn">
          {name} isn't responding. Open it to find the request, or choose another wallet.
          {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        </output>
      )}
    </li>
  )
}

/** True once something has gone on for long. */
function useIsLate(isBusy: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setLate(true), SILENT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isBusy])
  return late
}
