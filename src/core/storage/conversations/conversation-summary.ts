import { isSettled } from '../../../../contract/chat/answer.ts'
import { chargeOf } from '../../../../contract/money.ts'
import { database } from '../db/database.ts'
import {
  shownVersion,
  type AnswerMessage,
  type Conversation,
  type MessageRecord,
} from './conversation.ts'

/** A conversation to be summed up; it is read again only when it has changed. */
export type Summarized = Pick<Conversation, 'id' | 'updatedAt'>

/** What a line of the history shows of the responses of a conversation. */
export interface ConversationSummary {
  /** What all responses cost together, micro-USD; absent when none reported a cost. */
  costMicroUsd?: number
  /** The tick strip of the last response. */
  ticks?: string
  /** The model that responded last, by its own name where the API gave one. */
  model?: string
}

/** A summary, and of which state of the conversation it is; undefined while a response grows. */
interface Known {
  updatedAt: number | undefined
  summary: ConversationSummary
}

const known = new Map<string, Known>()

/**
 * The summaries of conversations by id. One is read again only when it has changed; `openId` always,
 * since a response changes its messages alone.
 * What is read may hold pictures of many megabytes: it belongs in a worker.
 */
export async function loadSummaries(
  conversations: readonly Summarized[],
  openId?: string,
): Promise<ReadonlyMap<string, ConversationSummary>> {
  const db = await database()
  for (const { id, updatedAt } of conversations) {
    if (id !== openId && known.get(id)?.updatedAt === updatedAt) continue
    const records = await db.getAllFromIndex('messages', 'by-conversation', id)
    const isGrowing = records.some(
      (record) =>
        record.kind === 'answer' && record.versions.some(({ answer }) => !isSettled(answer.phase)),
    )
    known.set(id, { updatedAt: isGrowing ? undefined : updatedAt, summary: summarize(records) })
  }
  return new Map(
    conversations.flatMap(({ id }) => {
      const found = known.get(id)
      return found === undefined ? [] : [[id, found.summary]]
    }),
  )
}

/** What the messages of a conversation amount to. */
export function summarize(records: readonly MessageRecord[]): ConversationSummary {
  const answers = records
    .filter((record): record is AnswerMessage => record.kind === 'answer')
    .toSorted((a, b) => a.position - b.position)
  const costs = answers
    .flatMap(({ versions }) => versions)
    .flatMap(({ answer }) => chargeOf(answer) ?? [])
  const last = answers.at(-1)
  const shown = last && shownVersion(last)
  const model = shown && (shown.answer.model ?? shown.model)
  const ticks = shown?.answer.timing.ticks
  return {
    ...(costs.length === 0 ? {} : { costMicroUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
    ...(model === undefined ? {} : { model }),
    ...(ticks === undefined ? {} : { ticks }),
  }
}
