import {
  validateStructured,
  type ResponseFormat,
  type StructuredVerdict,
} from '../../../../core/chat/responses/structured/validate-structured.ts'
import { answerJobs } from '../../../../ui/workers/answer-jobs.ts'

/** An answer, and what it was to be. */
export interface ValidationJob {
  text: string
  format: ResponseFormat
}

answerJobs<ValidationJob, StructuredVerdict>(({ text, format }) => validateStructured(text, format))
