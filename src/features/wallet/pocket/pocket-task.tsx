import { useState } from 'react'

import { VaultFault } from '../../../core/vault/vault-fault.ts'
import { TransferFault } from '../../../core/wallet/pocket/funding/transfer-fault.ts'
import { PocketFault } from '../../../core/wallet/pocket/pocket-fault.ts'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'

interface Problem {
  title: string
  meaning: string
}

/** One act of the pocket account at a time, and why the last did not come about. */
export function usePocketTask() {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  /** Resolves to whether it succeeded. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning) return false
    setRunning(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(problemOf(error))
      return false
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, problem, run }
}

/** What went wrong, where something did. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (problem === undefined) return null
  return <ErrorNotice title={problem.title}>{problem.meaning}</ErrorNotice>
}

/** Rejects with what is no fault of a person, the vault or the account. */
function problemOf(error: unknown): Problem {
  if (error instanceof PocketFault || error instanceof TransferFault) {
    const { title, meaning, nextStep } = error.advice
    return { title, meaning: `${meaning} ${nextStep}` }
  }
  if (error instanceof VaultFault) return error
  throw error
}
