import { answerJobs } from '../../../../ui/workers/answer-jobs.ts'
import { judgeStructured, type ResponseFormat, type StructuredVerdict } from './judge-structured.ts'

/** An answer, and what it was to be. */
export interface JudgeJob {
  text: string
  format: ResponseFormat
}

answerJobs<JudgeJob, StructuredVerdict>(({ text, format }) => judgeStructured(text, format))
