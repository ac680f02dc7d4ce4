import { createStore } from 'zustand/vanilla'

import type { Message } from '../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type {
  AnswerMessage,
  AnswerVersion,
  Conversation,
  MessageRecord,
} from '../../../storage/conversation.ts'
import {
  deleteMessage,
  loadConversation,
  restoreConversation,
  saveConversation,
  saveMessage,
} from '../../../storage/conversations.ts'

/** The conversation on the screen, and how it stands. */
export interface ConversationState {
  conversation: Conversation
  messages: readonly MessageRecord[]
  /** `missing`: the address names a conversation that this browser does not have. */
  status: 'ready' | 'loading' | 'missing'
  /** Set once storing failed: everything goes on, but will be gone after a reload. */
  unsaved: boolean
}

/** The model of a new conversation: the trait every service knows. */
const FIRST_MODEL = 'default'
const TITLE_LENGTH = 60

function newConversation(from?: Conversation): Conversation {
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model: from?.model ?? FIRST_MODEL,
    settings: from?.settings ?? { stream: true },
  }
}

/** The conversation on the screen. */
export const conversationStore = createStore<ConversationState>(() => ({
  conversation: newConversation(),
  messages: [],
  status: 'ready',
  unsaved: false,
}))

const { getState, setState } = conversationStore

/** Whether anything of the conversation is stored: an untouched one leaves no trace. */
function isStored(): boolean {
  return getState().messages.length > 0
}

/**
 * Runs a write; a failure is remembered and shown, and never stops what the person is doing. After
 * one, something is missing from storage, and only writing the whole conversation makes up for it.
 */
function store(write: () => Promise<void>): void {
  const { unsaved, conversation, messages } = getState()
  if (!unsaved) write().catch(() => setState({ unsaved: true }))
  else
    restoreConversation({ conversation, messages: [...messages] })
      .then(write)
      .then(
        () => setState({ unsaved: false }),
        () => undefined,
      )
}

function touch(change: Partial<Conversation>): void {
  const conversation = { ...getState().conversation, ...change, updatedAt: Date.now() }
  setState({ conversation })
  if (isStored()) store(() => saveConversation(conversation))
}

/** Starts an empty conversation; model and settings carry over. */
export function startConversation(): void {
  const conversation = newConversation(getState().conversation)
  setState({ conversation, messages: [], status: 'ready', unsaved: false })
}

/** Shows a stored conversation. Does nothing when it is already on the screen. */
export async function openConversation(id: string): Promise<void> {
  if (getState().conversation.id === id) return
  setState({ conversation: { ...newConversation(), id }, messages: [], status: 'loading' })
  const loaded = await loadConversation(id).catch(() => undefined)
  if (getState().conversation.id !== id) return
  if (loaded === undefined) setState({ status: 'missing' })
  else setState({ ...loaded, status: 'ready' })
}

export function setModel(model: string): void {
  touch({ model })
}

/** Replaces the settings; fields that are not in them are not sent. */
export function setSettings(settings: JsonObject): void {
  touch({ settings })
}

/** Adds a written message at the end, or a system message at the start. */
export function addMessage(message: Message): MessageRecord {
  const { messages, conversation } = getState()
  const isSystem = message.role === 'system'
  const record: MessageRecord = {
    kind: 'written',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position: isSystem ? (messages[0]?.position ?? 1) - 1 : nextPosition(messages),
    message,
  }
  setState({ messages: isSystem ? [record, ...messages] : [...messages, record] })
  const needsTitle = conversation.title === '' && message.role === 'user'
  touch(needsTitle ? { title: titleOf(message) } : {})
  store(() => saveMessage(record))
  return record
}

/** Replaces the text of a written message. */
export function editMessage(id: string, content: string): void {
  replace(id, (record) =>
    record.kind === 'written' && record.message.role !== 'tool'
      ? { ...record, message: { ...record.message, content } }
      : record,
  )
}

/** Removes a message and gives back how to undo that. */
export function removeMessage(id: string): () => void {
  const record = getState().messages.find((candidate) => candidate.id === id)
  setState(({ messages }) => ({ messages: messages.filter((candidate) => candidate.id !== id) }))
  store(() => deleteMessage(id))
  return () => {
    if (record === undefined || getState().conversation.id !== record.conversationId) return
    setState(({ messages }) => ({
      messages: [...messages, record].toSorted((a, b) => a.position - b.position),
    }))
    store(() => saveMessage(record))
  }
}

/** Adds an answer message at the end, without versions yet. */
export function addAnswer(): AnswerMessage {
  const { messages, conversation } = getState()
  const record: AnswerMessage = {
    kind: 'answer',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position: nextPosition(messages),
    versions: [],
    shown: 0,
  }
  setState({ messages: [...messages, record] })
  return record
}

/** Adds a version to an answer, shows it, and gives the answer as it is then. */
export function addVersion(answer: AnswerMessage, version: AnswerVersion): AnswerMessage {
  const { versions } = answer
  const next = { ...answer, versions: [...versions, version], shown: versions.length }
  replace(answer.id, () => next)
  return next
}

/** Chooses which version of an answer is shown, and sent back. */
export function showVersion(id: string, shown: number): void {
  replace(id, (record) => (record.kind === 'answer' ? { ...record, shown } : record))
}

/** Chooses which of a version's choices is sent back to the model. */
export function keepChoice(id: string, versionId: string, kept: number): void {
  replace(id, (record) =>
    record.kind === 'answer'
      ? {
          ...record,
          versions: record.versions.map((version) =>
            version.id === versionId ? { ...version, kept } : version,
          ),
        }
      : record,
  )
}

/**
 * Writes what an answer holds by now. The conversation may have left the screen meanwhile, so the
 * record as it was started is what is changed.
 */
export function updateVersion(record: AnswerMessage, version: AnswerVersion): void {
  const current = getState().messages.find((candidate) => candidate.id === record.id)
  const base = current?.kind === 'answer' ? current : record
  const versions = base.versions.some((candidate) => candidate.id === version.id)
    ? base.versions.map((candidate) => (candidate.id === version.id ? version : candidate))
    : [...base.versions, version]
  const next: AnswerMessage = { ...base, versions }
  setState(({ messages }) => ({
    messages: messages.map((candidate) => (candidate.id === record.id ? next : candidate)),
  }))
  store(() => saveMessage(next))
}

/** Stores what an answer holds so far without touching the screen. */
export function saveProgress(record: AnswerMessage, version: AnswerVersion): void {
  const current = getState().messages.find((candidate) => candidate.id === record.id)
  const base = current?.kind === 'answer' ? current : record
  const others = base.versions.filter((candidate) => candidate.id !== version.id)
  store(() => saveMessage({ ...base, versions: [...others, version] }))
}

function replace(id: string, change: (record: MessageRecord) => MessageRecord): void {
  const { messages } = getState()
  const before = messages.find((candidate) => candidate.id === id)
  if (before === undefined) return
  const after = change(before)
  if (after === before) return
  setState({ messages: messages.map((record) => (record.id === id ? after : record)) })
  store(() => saveMessage(after))
  touch({})
}

function nextPosition(messages: readonly MessageRecord[]): number {
  return (messages.at(-1)?.position ?? 0) + 1
}

function titleOf({ content }: Message): string {
  const text = typeof content === 'string' ? content : ''
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}
