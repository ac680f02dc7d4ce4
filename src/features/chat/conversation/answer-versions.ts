import { inserted } from '../../../core/chat/conversation/order.ts'
import type {
  AnswerMessage,
  AnswerVersion,
  MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { conversationStore, saveRecords } from './conversation-store.ts'
import { replaceRecord } from './written-messages.ts'

const { getState, setState } = conversationStore

/** Adds an answer message at the end, without versions yet: it is stored with its first one. */
export function addAnswer(): AnswerMessage {
  const { messages, conversation } = getState()
  const record: AnswerMessage = {
    kind: 'answer',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position: 0,
    versions: [],
    shown: 0,
  }
  const { list } = inserted<MessageRecord>(messages, messages.length, record)
  setState({ messages: list })
  const placed = list.at(-1)
  return placed?.kind === 'answer' ? placed : record
}

/** Adds a version to an answer, shows it, and gives the answer as it is then. */
export function addVersion(answer: AnswerMessage, version: AnswerVersion): AnswerMessage {
  const { versions } = answer
  const next = { ...answer, versions: [...versions, version], shown: versions.length }
  replaceRecord(next)
  return next
}

/** Removes a version of an answer, and shows the one at an index of the others. */
export function removeVersion(id: string, versionId: string, shown: number): void {
  const record = getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind !== 'answer') return
  const versions = record.versions.filter((version) => version.id !== versionId)
  replaceRecord({ ...record, versions, shown: Math.min(shown, versions.length - 1) })
}

/** Chooses which version of an answer is shown, and sent back. */
export function showVersion(id: string, shown: number): void {
  const record = getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind === 'answer') replaceRecord({ ...record, shown })
}

/** Chooses which of a version's choices is sent back to the model. */
export function keepChoice(id: string, versionId: string, kept: number): void {
  const record = getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind !== 'answer') return
  const versions = record.versions.map((version) =>
    version.id === versionId ? { ...version, kept } : version,
  )
  replaceRecord({ ...record, versions })
}

/**
 * Writes what an answer holds by now. The conversation may have left the screen meanwhile, so the
 * record as it was started is what is changed. Resolves when it is stored.
 */
export function updateVersion(record: AnswerMessage, version: AnswerVersion): Promise<void> {
  const next = withVersion(record, version)
  setState(({ messages }) => ({
    messages: messages.map((candidate) => (candidate.id === record.id ? next : candidate)),
  }))
  return saveRecords([next])
}

/** Stores what an answer holds so far without touching the screen. */
export function saveProgress(record: AnswerMessage, version: AnswerVersion): void {
  const next = withVersion(record, version)
  void saveRecords([next])
}

/** The record as it is on the screen, else as it was started, with a version put in. */
function withVersion(record: AnswerMessage, version: AnswerVersion): AnswerMessage {
  const current = getState().messages.find((candidate) => candidate.id === record.id)
  const base = current?.kind === 'answer' ? current : record
  const versions = base.versions.some(({ id }) => id === version.id)
    ? base.versions.map((candidate) => (candidate.id === version.id ? version : candidate))
    : [...base.versions, version]
  return { ...base, versions }
}
