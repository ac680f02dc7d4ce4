import {
  readCases,
  type CasesTable,
  type TableChoices,
} from '../../core/evaluate/cases/read-cases.ts'
import { decodeTable } from '../../core/evaluate/cases/table-text.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

/** A table of cases, and how it is to be read. */
export interface CasesJob {
  source: string | File
  choices: TableChoices
}

answerJobs<CasesJob, CasesTable>(async ({ source, choices }) =>
  readCases(typeof source === 'string' ? source : await decodeTable(source), choices),
)
