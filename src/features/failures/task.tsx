import { type ReactNode, useState } from 'react'

import { type Advice, adviceText } from '../../../contract/errors/advice.ts'
import { Fault } from '../../core/failures/fault.ts'
import { ErrorNotice } from '../../ui/feedback/states.tsx'

/** One act at a time, and why the last did not come about; what is no fault is thrown on. */
export function useTask() {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<Advice>()
  /** Resolves to whether it succeeded. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning) return false
    setRunning(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      setProblem(error.advice)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, problem, run }
}

interface AdviceNoticeProps {
  advice: Advice | undefined
  tone?: 'bad' | 'warn'
  actions?: ReactNode
}

/** What went wrong, where something did. */
export function AdviceNotice({ advice, ...rest }: AdviceNoticeProps) {
  if (advice === undefined) return null
  return (
    <ErrorNotice title={advice.title} {...rest}>
      {adviceText(advice)}
    </ErrorNotice>
  )
}
