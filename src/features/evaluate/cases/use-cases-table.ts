import { useEffect, useState } from 'react'

import type { CasesTable, TableChoices } from '../../../core/evaluate/cases/read-cases.ts'
import { jobClient } from '../../../ui/workers/job-client.ts'
import type { CasesJob } from './cases.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './cases.worker.ts?worker&url'

const readInWorker = jobClient<CasesJob, CasesTable>(workerUrl, {
  silence: 30_000,
  words: 'Reading the table timed out.',
})

/** What was read of a table; `isReading` while it is still that of what was there before. */
export interface TableReading {
  isReading: boolean
  table?: CasesTable
  /** Why there are no cases. */
  problem?: string
}

/** Reads the cases of a text or file in a worker, again after each change; nothing of an empty text. */
export function useCasesTable(source: string | File, choices: TableChoices): TableReading {
  const [done, setDone] = useState<CasesJob & Omit<TableReading, 'isReading'>>()
  const isEmpty = source === ''
  useEffect(() => {
    if (isEmpty) return undefined
    let isCurrent = true
    const job = { source, choices }
    readInWorker(job).then(
      (table) => isCurrent && setDone({ ...job, table }),
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        if (isCurrent) setDone({ ...job, problem })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [source, choices, isEmpty])
  if (isEmpty || done === undefined) return { isReading: !isEmpty }
  return { ...done, isReading: done.source !== source || done.choices !== choices }
}
