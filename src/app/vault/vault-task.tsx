import { useState } from 'react'

import { VaultFault } from '../../core/vault/vault-fault.ts'
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
