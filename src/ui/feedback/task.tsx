import { useState } from 'react'

import { ErrorNotice } from './states.tsx'

interface Problem {
  title: string
  meaning: string
}

/** One act at a time, and why the last did not come about; `problemOf` rejects with what it has no words for. */
export function useTask(problemOf: (error: unknown) => Problem) {
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
