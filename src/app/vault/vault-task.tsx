import { useState } from 'react'
import { useStore } from 'zustand'

import { VaultFault } from '../../core/vault/vault-fault.ts'
import { vault } from '../../page/vault.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/states.tsx'

/** One act of the vault at a time, and what went wrong with the last, in words. */
export function useVaultTask() {
  const [isRunning, setRunning] = useState(false)
  const [fault, setFault] = useState<VaultFault>()
  /** Resolves to whether it succeeded. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (isRunning) return false
    setRunning(true)
    setFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof VaultFault)) throw error
      setFault(error)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, fault, run }
}

/** What went wrong, where something did. */
export function VaultFaultNotice({ fault }: { fault: VaultFault | undefined }) {
  if (fault === undefined) return null
  return <ErrorNotice title={fault.title}>{fault.meaning}</ErrorNotice>
}

interface EraseKeysProps {
  summary: string
  meaning: string
  run: (work: () => Promise<void>) => Promise<boolean>
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
