import {
  findPattern,
  type PatternJob,
  type PatternResult,
} from '../../core/evaluate/checks/check.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

answerJobs<PatternJob, PatternResult>(findPattern)
