import type {
  AnswerMessage,
  AnswerVersion,
  MessageRecord,
} from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { inserted, replaceRecord } from './authored-messages.ts'
import { saveRecords } from './current-conversation.ts'

/** Adds an answer message at the end, without versions yet: it is stored with its first one. */
export function addAnswer(chat: Chat): AnswerMessage {
  const { messages, conversation } = chat.conversation.getState()
  const record: AnswerMessage = {
    kind: 'answer',
    id: chat.client.world.random.uuid(),
    conversationId: conversation.id,
    position: 0,
    versions: [],
    shown: 0,
  }
  const { list } = inserted<MessageRecord>(messages, messages.length, record)
  chat.conversation.setState({ messages: list })
  const placed = list.at(-1)
  return placed?.kind === 'answer' ? placed : record
}

/** Adds a version to an answer, shows it, and gives the answer as it is then. */
export function addVersion(
  chat: Chat,
  answer: AnswerMessage,
  version: AnswerVersion,
): AnswerMessage {
  const { versions } = answer
  const next = { ...answer, versions: [...versions, version], shown: versions.length }
  replaceRecord(chat, next)
  return next
}

/** Removes a version of an answer, and shows the one at an index of the others. */
export function removeVersion(chat: Chat, id: string, versionId: string, shown: number): void {
  const record = chat.conversation.getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind !== 'answer') return
  const versions = record.versions.filter((version) => version.id !== versionId)
  replaceRecord(chat, { ...record, versions, shown: Math.min(shown, versions.length - 1) })
}

/** Chooses which version of an answer is shown, and sent back. */
export function showVersion(chat: Chat, id: string, shown: number): void {
  const record = chat.conversation.getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind === 'answer') replaceRecord(chat, { ...record, shown })
}

/** Chooses which of a version's choices is sent back to the model. */
export function selectChoice(chat: Chat, id: string, versionId: string, kept: number): void {
  const record = chat.conversation.getState().messages.find((candidate) => candidate.id === id)
  if (record?.kind !== 'answer') return
  const versions = record.versions.map((version) =>
    version.id === versionId ? { ...version, kept } : version,
  )
  replaceRecord(chat, { ...record, versions })
}

/**
 * Writes what an answer holds by now. The conversation may have left the screen meanwhile, so the
 * record as it was seen last is what is changed. Resolves when it is stored.
 */
export function updateVersion(
  chat: Chat,
  record: AnswerMessage,
  version: AnswerVersion,
): Promise<void> {
  const next = withVersion(chat, record, version)
  chat.conversation.setState(({ messages }) => ({
    messages: messages.map((candidate) => (candidate.id === record.id ? next : candidate)),
  }))
  return saveRecords(chat, [next])
}

/** Stores what an answer holds so far without touching the screen. */
export function saveProgress(chat: Chat, record: AnswerMessage, version: AnswerVersion): void {
  const next = withVersion(chat, record, version)
  void saveRecords(chat, [next])
}

/**
 * The record as it is on the screen, else as it was seen last, with a version put in. What a person
 * chose in that version meanwhile stays.
 */
function withVersion(chat: Chat, record: AnswerMessage, version: AnswerVersion): AnswerMessage {
  const current = chat.conversation
    .getState()
    .messages.find((candidate) => candidate.id === record.id)
  const base = current?.kind === 'answer' ? current : record
  const versions = base.versions.some(({ id }) => id === version.id)
    ? base.versions.map((candidate) =>
        candidate.id === version.id ? { ...candidate, ...version } : candidate,
      )
    : [...base.versions, version]
  return { ...base, versions }
}
