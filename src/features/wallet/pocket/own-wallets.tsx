import { useEffect } from 'react'
import { useStore } from 'zustand'

import { PRACTICE_NAME, isPractice } from '../../../core/wallet/practice/practice-names.ts'
import type { WalletChoice, WalletFamily } from '../../../core/wallet/session/wallet-session.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { useLocalChains } from '../use-local-chains.ts'

interface OwnWalletsProps {
  family: WalletFamily
  /** "From" or "To", before the name. */
  word: string
  asked: WalletChoice | undefined
  onChoose: (choice: WalletChoice) => void
}

/** A button for each wallet of the person, of one family. */
export function OwnWallets({ family, word, asked, onChoose }: OwnWalletsProps) {
  const { choices } = useStore(wallet.session)
  const local = useStore(wallet.view, (view) => view.local)
  const chains = useLocalChains()
  useEffect(() => {
    if (local !== undefined) void wallet.drivers.find(local ?? undefined)
  }, [local])
  const own = choices.filter(
    (choice) => choice.family === family && (chains !== null || !isPractice(choice)),
  )
  if (own.length === 0) return <p className="text-text-3">No wallet detected in this browser.</p>
  return (
    <p className="flex flex-wrap gap-2">
      {own.map((choice) => (
        <Button
          key={choice.id}
          aria-disabled={asked !== undefined || undefined}
          onClick={() => {
            if (asked === undefined) onChoose(choice)
          }}
        >
          {choice.icon !== undefined && <img src={choice.icon} alt="" className="size-4" />}
          {word} {isPractice(choice) ? PRACTICE_NAME : choice.name}
          {asked?.id === choice.id && <Spinner />}
        </Button>
      ))}
    </p>
  )
}
