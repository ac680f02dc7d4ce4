import { canonicalJson } from '../../../../contract/json-text.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import {
  type ConversationLabel,
  copiedVersion,
  type MessageRecord,
} from '../conversations/conversation.ts'
import {
  conversationsChanged,
  listConversations,
  loadConversation,
  type LoadedConversation,
  restoreConversation,
} from '../conversations/conversations.ts'
import { listLabels, saveLabels } from '../conversations/labels.ts'
import { readForeignConversation } from './history-schema.ts'
import { type FileHeader, parseExportFile, settingsOnly } from './preset-file.ts'
import { portableSteps } from './tool-steps.ts'

/** What came of an import. */
export type ImportResult =
  | {
      ok: true
      added: number
      /** Here already, word for word. */
      same: number
      /** Kept beside a conversation of the same id that says something else. */
      copied: number
      unreadable: number
      /** Not written because the browser has no room, or refuses. */
      unwritten: number
    }
  | { ok: false; message: string }

/** These conversations, or all, as a file. Read one by one, so that memory holds the text only once. */
export async function exportConversations(ids?: readonly string[]): Promise<Blob> {
  const labels = await listLabels()
  const wanted = ids ?? (await listConversations()).map(({ id }) => id)
  const parts: string[] = []
  for (const id of wanted) {
    const loaded = await loadConversation(id)
    if (loaded === undefined) continue
    const { conversationId: _, ...label } = labels.get(id) ?? { conversationId: id }
    const isLabelled = Object.keys(label).length > 0
    if (parts.length > 0) parts.push(historyFileFrame.between)
    parts.push(historyFileEntry(isLabelled ? { ...loaded, label } : loaded))
  }
  const all = [historyFileFrame.start, ...parts, historyFileFrame.end]
  return new Blob(all, { type: 'application/json' })
}

/** Adds the conversations of a file to those that are here; nothing that is here is changed. */
export async function importConversations(text: string): Promise<ImportResult> {
  const file = readHistoryFile(text)
  if (!file.ok) return file
  const count = { added: 0, same: 0, copied: 0, unwritten: 0 }
  const newId = () => crypto.randomUUID()
  for (const incoming of file.conversations) {
    const merge = mergeConversation(
      incoming,
      await loadConversation(incoming.conversation.id),
      newId,
    )
    if (merge.kind === 'same') {
      count.same += 1
      continue
    }
    try {
      await restoreConversation(merge.loaded, { quietly: true })
      const { id: conversationId } = merge.loaded.conversation
      if (incoming.label !== undefined) await saveLabels([{ ...incoming.label, conversationId }])
      count[merge.kind] += 1
    } catch {
      count.unwritten += 1
    }
  }
  conversationsChanged()
  return { ok: true, ...count, unreadable: file.unreadable }
}

const HEADER: FileHeader = { format: 'playground-history', version: 1 }

/** A conversation with what the history knows about it. */
export interface LabelledConversation extends LoadedConversation {
  label?: Pick<ConversationLabel, 'name' | 'pinned'>
}

/** Conversations from a file, and how many entries of it could not be read. */
type HistoryFileReading =
  | { ok: true; conversations: LabelledConversation[]; unreadable: number }
  | { ok: false; message: string }

/** What stands before, between and after the conversations of a file: it is written in pieces. */
export const historyFileFrame = {
  start: `${JSON.stringify(HEADER).slice(0, -1)},"conversations":[\n`,
  between: ',\n',
  end: '\n]}\n',
} as const

/**
 * One conversation as it stands in a file: messages and settings, and never a key. Of its tools only what
 * became of their calls: not where they are, and nothing that a person allowed.
 */
export function historyFileEntry({ conversation, messages, label }: LabelledConversation): string {
  const { tools: _, ...rest } = conversation
  return JSON.stringify({
    conversation: { ...rest, settings: settingsOnly(conversation.settings) },
    messages: messages.map(writtenRecord),
    ...(label === undefined ? {} : { label }),
  })
}

function writtenRecord(record: MessageRecord): MessageRecord {
  if (record.kind === 'written') return record
  const versions = record.versions.map(({ toolSteps, ...version }) =>
    toolSteps === undefined ? version : { ...version, toolSteps: portableSteps(toolSteps) },
  )
  return { ...record, versions }
}

/** Reads the text of a file of conversations. */
export function readHistoryFile(text: string): HistoryFileReading {
  const file = parseExportFile(text, HEADER, 'conversations')
  if (!file.ok) return file
  const entries = Array.isArray(file.value['conversations']) ? file.value['conversations'] : []
  const conversations = entries.flatMap((entry): LabelledConversation[] => {
    const loaded = readForeignConversation(entry)
    if (loaded === undefined) return []
    const label = isJsonObject(entry) ? readLabel(entry['label']) : undefined
    return [label === undefined ? loaded : { ...loaded, label }]
  })
  if (conversations.length === 0 && entries.length > 0)
    return { ok: false, message: 'No conversation of the file can be read. Nothing was imported.' }
  return { ok: true, conversations, unreadable: entries.length - conversations.length }
}

function readLabel(value: unknown): LabelledConversation['label'] {
  if (!isJsonObject(value)) return undefined
  const { name, pinned } = value
  return {
    ...(typeof name === 'string' && name.trim() !== '' ? { name: name.trim().slice(0, 200) } : {}),
    ...(pinned === true ? { pinned } : {}),
  }
}

/** What becomes of a conversation that comes in: new here, here already, or kept beside another. */
type Merge =
  | { kind: 'added'; loaded: LoadedConversation }
  | { kind: 'same' }
  | { kind: 'copied'; loaded: LoadedConversation }

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/**
 * Decides about one incoming conversation, given what is stored under its id. Nothing stored is ever
 * changed: what differs is kept as a second conversation. Messages get ids of their own, so that a
 * file cannot reach into another conversation.
 */
function mergeConversation(
  incoming: LoadedConversation,
  stored: LoadedConversation | undefined,
  newId: () => string,
): Merge {
  if (stored === undefined) {
    const { id } = incoming.conversation
    return { kind: 'added', loaded: withIds(incoming, isUuid(id) ? id : newId(), newId) }
  }
  if (sameConversation(incoming, stored)) return { kind: 'same' }
  return { kind: 'copied', loaded: withIds(incoming, newId(), newId) }
}

/**
 * Every record gets an id and a place of its own, so that no two of a file are the same.
 */
function withIds(
  { conversation, messages }: LoadedConversation,
  conversationId: string,
  newId: () => string,
): LoadedConversation {
  // How tools run, and what was allowed, is of that conversation.
  const { tools: _, ...rest } = conversation
  return {
    conversation: { ...rest, id: conversationId },
    messages: inOrder(messages).map((record, at): MessageRecord => {
      const own = { id: newId(), conversationId, position: at + 1 }
      if (record.kind === 'written') return { ...record, ...own }
      const versions = record.versions.map((version) => copiedVersion(version, newId()))
      return { ...record, ...own, versions }
    }),
  }
}

function inOrder(messages: readonly MessageRecord[]): MessageRecord[] {
  return messages.toSorted((a, b) => a.position - b.position)
}

/** Whether two conversations say the same, whatever the ids of their messages. */
function sameConversation(a: LoadedConversation, b: LoadedConversation): boolean {
  return (
    a.messages.length === b.messages.length &&
    a.conversation.model === b.conversation.model &&
    sameJson(a.conversation.settings, b.conversation.settings) &&
    inOrder(a.messages).every((record, index) => sameRecord(record, b.messages[index]))
  )
}

function sameRecord(a: MessageRecord, b: MessageRecord | undefined): boolean {
  if (a.kind === 'written') return b?.kind === 'written' && sameJson(a.message, b.message)
  if (b?.kind !== 'answer' || a.versions.length !== b.versions.length) return false
  return a.versions.every((version, index) =>
    sameJson(version.answer.choices, b.versions[index]?.answer.choices),
  )
}

/** Whether two values are written as the same JSON, whatever the order of their members. */
function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}
