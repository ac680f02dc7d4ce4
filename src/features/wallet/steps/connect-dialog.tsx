import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { isPractice, PRACTICE_NAME } from '../../../core/wallet/practice/practice-names.ts'
import { connectWallet } from '../../../core/wallet/session/drivers.ts'
import { WALLET_PROBLEM_TEXT } from '../../../core/wallet/session/wallet-problem.ts'
import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { usesRealChainIds } from '../../../core/wallet/state/local-chains.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** After this long a wallet that says nothing is pointed out, ms. */
const SILENT_AFTER_MS = 8_000

const PairingPanel = lazyComponent(() =>
  import('./pairing-panel.tsx').then((module) => module.PairingPanel),
)

/** The wallets of this browser, to choose one. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const local = useStore(wallet.view, (area) => area.local)
  const isLocalApi = useStore(
    client.connections.store,
    ({ connection }) => connection?.kind === 'local',
  )
  const { choices, connecting, problem } = useStore(wallet.session)
  const pairing = useStore(wallet.pairing.store, (state) => state.shown)
  const [isLooking, setIsLooking] = useState(true)
  useEffect(() => {
    if (local === undefined) return
    void wallet.drivers.find(local ?? undefined).finally(() => setIsLooking(false))
  }, [local])

  const close = () => {
    wallet.pairing.cancel()
    onClose()
  }
  const choose = async (choice: WalletChoice) => {
    if (await connectWallet(wallet, choice)) onClose()
  }
  const practice = choices.filter(isPractice)
  const others = choices.filter((choice) => !isPractice(choice))
  const isBarred = usesRealChainIds(local)
  const offersPractice = isLocalApi && local !== null && local !== undefined
  return (
    <Dialog title="Connect wallet" onClose={close}>
      {pairing !== undefined && (
        <ChunkBoundary fallback={<Spinner />}>
          <PairingPanel {...pairing} />
        </ChunkBoundary>
      )}
      <div className="flex flex-col gap-5" hidden={pairing !== undefined}>
        {problem !== undefined && (
          <ErrorNotice tone="warn" title={WALLET_PROBLEM_TEXT[problem].title}>
            {WALLET_PROBLEM_TEXT[problem].meaning}
          </ErrorNotice>
        )}
        {offersPractice && (
          <Group
            title="Practice"
            hint="Local networks only. Unprotected keys in this browser sign without asking. No real value."
          >
            {practice.map((choice) => (
              <WalletButton
                key={choice.family}
                choice={choice}
                name={choice.family === 'evm' ? PRACTICE_NAME : 'Practice on Solana'}
                note="Testnet"
                isConnecting={isConnecting(connecting, choice)}
                onChoose={choose}
              />
            ))}
          </Group>
        )}
        {isBarred && (
          <p className="text-sm text-warn">
            Practice wallet only: local networks use mainnet IDs, so real signatures are valid
            there.
          </p>
        )}
        {(isBarred ? [] : (['evm', 'solana'] as const)).map((family) => (
          <Group
            key={family}
            title={family === 'evm' ? 'Ethereum wallets' : 'Solana wallets'}
            hint={
              others.some((choice) => choice.family === family)
                ? undefined
                : isLooking
                  ? 'Detecting wallets'
                  : `No ${family === 'evm' ? 'Ethereum' : 'Solana'} wallet detected. Install a wallet extension, then try again.`
            }
          >
            {others
              .filter((choice) => choice.family === family)
              .map((choice) => (
                <WalletButton
                  key={choice.id}
                  choice={choice}
                  name={choice.name}
                  isConnecting={isConnecting(connecting, choice)}
                  onChoose={choose}
                />
              ))}
          </Group>
        ))}
      </div>
    </Dialog>
  )
}

function isConnecting(
  connecting: ReturnType<typeof wallet.session.getState>['connecting'],
  { id, family }: WalletChoice,
): boolean {
  return connecting?.id === id && connecting.family === family
}

interface GroupProps {
  title: string
  hint: string | undefined
  children: React.ReactNode
}

function Group({ title, hint, children }: GroupProps) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-text-2">{title}</h3>
      {children}
      {hint !== undefined && <p className="text-xs text-text-3">{hint}</p>}
    </section>
  )
}

interface WalletButtonProps {
  choice: WalletChoice
  name: string
  note?: string
  isConnecting: boolean
  onChoose: (choice: WalletChoice) => Promise<void>
}

function WalletButton({ choice, name, note, isConnecting: isBusy, onChoose }: WalletButtonProps) {
  const labelId = useId()
  const noteId = useId()
  const isSilent = useIsLate(isBusy)
  return (
    <>
      <button
        type="button"
        aria-labelledby={labelId}
        aria-describedby={note === undefined ? undefined : noteId}
        aria-disabled={isBusy}
        onClick={() => void (isBusy ? undefined : onChoose(choice))}
        className="flex min-h-11 items-center gap-3 rounded-md border border-line-strong/50 px-3 text-left hover:bg-surface-2"
      >
        {choice.icon === undefined ? (
          <span aria-hidden className="size-6 rounded-sm bg-surface-3" />
        ) : (
          <img src={choice.icon} alt="" className="size-6 rounded-sm" />
        )}
        <span id={labelId} className="grow font-medium">
          {name}
        </span>
        {note !== undefined && (
          <span id={noteId}>
            <Badge tone="warn">{note}</Badge>
          </span>
        )}
        {isBusy && <Spinner />}
      </button>
      {isBusy && isSilent && (
        <output className="text-xs text-warn">
          {name} isn't responding. Open it to find the request, or choose another wallet.
        </output>
      )}
    </>
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
