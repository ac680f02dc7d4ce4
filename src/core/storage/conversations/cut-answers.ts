import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { AnswerVersion, MessageRecord } from './conversation.ts'

/** A record with every answer that stands as unfinished, though no tab receives it, given as cut. */
export function withCutAnswers(record: MessageRecord, live: ReadonlySet<string>): MessageRecord {
  if (record.kind !== 'answer') return record
  const isOver = ({ id, answer }: AnswerVersion) => !isSettled(answer.phase) && !live.has(id)
  if (!record.versions.some(isOver)) return record
  const versions = record.versions.map((version) =>
    isOver(version) ? { ...version, answer: { ...version.answer, ...CUT } } : version,
  )
  return { ...record, versions }
}

const CUT = {
  phase: 'cut',
  failure: { kind: 'cut', message: 'The page was closed while the answer was streaming.' },
} as const
