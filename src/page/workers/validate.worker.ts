import {
  validateStructured,
  type ResponseFormat,
  type StructuredVerdict,
} from '../../core/chat/responses/validate-structured.ts'
import { readJsonText } from '../../ui/json-editor/json-text.ts'
import { answerJobs } from '../../ui/workers/answer-jobs.ts'

/** A response, and what it was to be. */
export interface ValidationJob {
  text: string
  format: ResponseFormat
}

/** A verdict, and where the response stops being JSON. */
export type LocatedVerdict =
  | Exclude<StructuredVerdict, { kind: 'not-json' }>
  | { kind: 'not-json'; line: number; column: number; message: string }

answerJobs<ValidationJob, LocatedVerdict>(({ text, format }) => {
  const verdict = validateStructured(text, format)
  if (verdict.kind !== 'not-json') return verdict
  const reading = readJsonText(text)
  const { from, message } = reading.ok ? { from: 0, message: '' } : reading
  const before = text.slice(0, from)
  return {
    kind: 'not-json',
    line: before.split('\n').length,
    column: from - before.lastIndexOf('\n'),
    message,
  }
})
