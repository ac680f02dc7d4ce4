import { useEffect, useId, useState } from 'react'

import type { WalletChoice } from '../../../core/wallet/session/wallet-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'

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

/** A wallet to connect by a press. */
export function WalletCard({
  choice,
  name,
  networks,
  isConnecting,
  onCancel,
  onChoose,
}: WalletCardProps) {
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
