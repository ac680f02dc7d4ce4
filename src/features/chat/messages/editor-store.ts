import { createStore } from 'zustand/vanilla'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { messageSchema, type Message } from '../../../../contract/chat/messages.ts'
import { parseJson } from '../../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'
import { furtherFields, withTexts } from '../../../core/chat/conversation/message-edits.ts'
import {
  shownVersion,
  type AnswerVersion,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { addVersion, removeVersion, updateVersion } from '../conversation/answer-versions.ts'
import { conversationStore } from '../conversation/conversation-store.ts'
import { removeBlankSystemPrompt } from '../conversation/set-system-prompt.ts'
import { removeMessage, replaceMessage } from '../conversation/written-messages.ts'

/**
 * A message that is being edited. What is typed is part of the conversation at once, so that whatever
 * is sent or stored holds it; this is what the editor needs besides.
 */
export interface MessageEdit {
  /** A written message before it was edited: what Cancel goes back to. */
  before?: Message
  /** A written message as it stands in the fields, with texts that are empty for now. */
  fields?: EditedFields
  /** It as JSON, while it is edited so; perhaps not a message yet. */
  json?: string
  /** Of an answer: the version that holds what is typed, and which was shown before. */
  version?: { id: string; shownBefore: number }
}

/** A message without its texts, and the texts in the order of `editableTexts`. */
export interface EditedFields {
  message: Message
  texts: readonly string[]
}

interface EditorState {
  /** The messages that are being edited, by id. */
  open: Readonly<Record<string, MessageEdit>>
}

/** The messages that are being edited. */
export const editorStore = createStore<EditorState>(() => ({ open: {} }))

const { getState, setState } = editorStore

/** Opens the editor of a message, in its place; with an edit, as it was left. */
export function openEditor(id: string, edit: MessageEdit = {}): void {
  const record = recordOf(id)
  const before = record?.kind === 'written' ? { before: record.message } : {}
  setState(({ open }) => ({ open: { ...open, [id]: open[id] ?? { ...before, ...edit } } }))
}

/** Closes the editor of a message. One with nothing in it goes; that can be undone. */
export function closeEditor(id: string): void {
  const { before } = getState().open[id] ?? {}
  forget(id)
  const record = recordOf(id)
  if (record?.kind !== 'written' || !isEmpty(record.message)) return
  const undo = removeMessage(id)
  if (before === undefined || isEmpty(before)) return
  const run = () => {
    undo()
    replaceMessage(id, before)
  }
  showToast('Message deleted', { label: 'Undo', run })
}

/** Closes the editor of a message and puts it back as it was; one that was never written goes. */
export function cancelEdit(id: string): void {
  const { before, version } = getState().open[id] ?? {}
  if (before !== undefined) replaceMessage(id, before)
  if (version !== undefined) removeVersion(id, version.id, version.shownBefore)
  closeEditor(id)
}

/** Changes a written message by its fields. */
export function changeFields(id: string, fields: EditedFields): void {
  const { json: _, ...edit } = getState().open[id] ?? {}
  setState(({ open }) => ({ open: { ...open, [id]: { ...edit, fields } } }))
  replaceMessage(id, withTexts(fields.message, fields.texts))
}

/** Changes a written message by its JSON; what is not a message yet changes nothing. */
export function changeJson(id: string, json: string): void {
  const { fields: _, ...edit } = getState().open[id] ?? {}
  setState(({ open }) => ({ open: { ...open, [id]: { ...edit, json } } }))
  const reading = readMessage(json)
  if (reading.ok) replaceMessage(id, reading.message)
}

/** Changes the text of an answer: the first change makes a version of it, the original stays. */
export function changeAnswerText(id: string, text: string): void {
  const record = recordOf(id)
  if (record?.kind !== 'answer') return
  const edit = getState().open[id] ?? {}
  const edited = record.versions.find((version) => version.id === edit.version?.id)
  if (edited !== undefined) {
    void updateVersion(record, withText(edited, text))
    return
  }
  const shown = shownVersion(record)
  const [choice] = shown?.answer.choices ?? []
  if (shown === undefined || choice === undefined || choice.content === text) return
  const version: AnswerVersion = {
    id: crypto.randomUUID(),
    startedAt: Date.now(),
    model: shown.model,
    origin: 'edited',
    answer: {
      ...emptyAnswer,
      phase: 'finished',
      citations: shown.answer.citations,
      choices: [{ ...choice, content: text, logprobs: [] }],
    },
  }
  const opened = { id: version.id, shownBefore: record.shown }
  setState(({ open }) => ({ open: { ...open, [id]: { ...edit, version: opened } } }))
  addVersion(record, version)
}

/**
 * Closes the editors of the conversation on the screen before it is sent: what was typed is in it by
 * now. Gives a fault for each that holds no message; then all stay open.
 */
export function closeEditors(): ValidationIssue[] {
  const faults = editorFaults()
  if (faults.length > 0) return faults
  const { open } = getState()
  for (const { id } of conversationStore.getState().messages) if (id in open) closeEditor(id)
  removeBlankSystemPrompt()
  return []
}

/** What stands in an editor of the conversation on the screen and cannot be sent as it is. */
export function editorFaults(): ValidationIssue[] {
  const { open } = getState()
  return conversationStore.getState().messages.flatMap((record) => {
    const json = open[record.id]?.json
    if (json === undefined || record.kind !== 'written') return []
    const reading = readMessage(json)
    if (reading.ok) return []
    const message = `The ${record.message.role} message is edited as JSON and cannot be sent yet. ${reading.faults[0] ?? ''}`
    return [{ path: ['messages'], code: 'edited_json', message }]
  })
}

type MessageReading = { ok: true; message: Message } | { ok: false; faults: readonly string[] }

/** Reads a message that was written as JSON, or says what is wrong with it. */
export function readMessage(json: string): MessageReading {
  let value: unknown
  try {
    value = parseJson(json)
  } catch (error) {
    return {
      ok: false,
      faults: [`This is not JSON: ${error instanceof Error ? error.message : ''}`],
    }
  }
  const result = validate(messageSchema, value)
  // What was written is kept, not the schema's copy of it, which has its members in another order.
  if (result.ok) return { ok: true, message: value as Message }
  return { ok: false, faults: result.issues.map(({ message }) => message) }
}

function forget(id: string): void {
  setState(({ open: { [id]: _, ...open } }) => ({ open }))
}

function recordOf(id: string): MessageRecord | undefined {
  return conversationStore.getState().messages.find((record) => record.id === id)
}

function withText(version: AnswerVersion, text: string): AnswerVersion {
  const { answer } = version
  const choices = answer.choices.map((choice) => ({ ...choice, content: text }))
  return { ...version, answer: { ...answer, choices } }
}

function isEmpty(message: Message): boolean {
  const { content } = message
  const hasText = typeof content === 'string' ? content.trim() !== '' : (content ?? []).length > 0
  return !hasText && message.role !== 'tool' && furtherFields(message).length === 0
}
