import { isJsonObject } from '../../../../contract/json.ts'
import type { ConversationLabel, MessageRecord } from '../conversations/conversation.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'
import { readForeignConversation } from './history-schema.ts'
import { parseExportFile, type FileHeader } from './import-json.ts'
import { settingsOnly } from './preset-file.ts'
import { portableSteps } from './tool-steps.ts'

const HEADER: FileHeader = { format: 'playground-history', version: 1 }

/** A conversation with what the history knows about it. */
export interface LabelledConversation extends LoadedConversation {
  label?: Pick<ConversationLabel, 'name' | 'pinned'>
}

/** Conversations from a file, and how many entries of it could not be read. */
export type HistoryFileReading =
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
