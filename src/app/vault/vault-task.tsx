import { useStore } from 'zustand'

import { VaultFault } from '../../core/vault/vault-fault.ts'
import { vault } from '../../page/vault.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useTask } from '../../ui/feedback/task.tsx'

/** One act of the vault at a time, and what went wrong with the last, in words. */
export function useVaultTask() {
  return useTask((error) => {
    if (error instanceof VaultFault) return error
    throw error
  })
}

interface EraseKeysProps {
  summary: string
  meaning: string
  run: (work: () => Promise<unknown>) => Promise<boolean>
  className?: string
}

/** Erases the vault with everything in it, after what that costs was said. */
export function EraseKeys({ summary, meaning, run, className = '' }: EraseKeysProps) {
  const hasWallet = useStore(vault.store, ({ secrets }) =>
    secrets.some(({ purpose }) => purpose === 'wallet'),
  )
  return (
    <Disclosure summary={summary} className={`-ml-1 text-text-2 ${className}`}>
      <div className="flex flex-col items-start gap-2 py-2 pl-6 text-sm">
        <p>{meaning}</p>
        {hasWallet && (
          <p className="text-warn">
            The pocket account's key is one of them. Without its backup, what it has is lost.
          </p>
        )}
        <Button variant="danger" onClick={() => void run(() => vault.erase())}>
          Erase saved keys
        </Button>
      </div>
    </Disclosure>
  )
}
