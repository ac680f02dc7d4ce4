import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { messageSchema, type Message } from '../../../../contract/chat/messages.ts'
import { parseJson } from '../../../../contract/json.ts'
import { validate, type ValidationIssue } from '../../../../contract/validation.ts'
import {
  shownVersion,
  type AnswerVersion,
  type MessageRecord,
  type WrittenMessage,
} from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import { addVersion, removeVersion, updateVersion } from '../conversation/answer-versions.ts'
import {
  removeBlankSystemPrompt,
  removeMessage,
  replaceMessage,
} from '../conversation/authored-messages.ts'
import { type EditedFields, furtherFields, type MessageEdit, withTexts } from './message-edits.ts'

/** Opens the editor of a message, in its place; with an edit, as it was left. */
export function openEditor(chat: Chat, id: string, edit: MessageEdit = {}): void {
  const record = recordOf(chat, id)
  const before = record?.kind === 'written' ? { before: record.message } : {}
  chat.editors.setState(({ open }) => ({
    open: { ...open, [id]: open[id] ?? { ...before, ...edit } },
  }))
}

/** The last message that a person wrote as the user. */
export function lastUserMessage(chat: Chat): WrittenMessage | undefined {
  return chat.conversation
    .getState()
    .messages.findLast(
      (record): record is WrittenMessage =>
        record.kind === 'written' && record.message.role === 'user',
    )
}

/** Opens the editor of the last user message, if there is one. */
export function editLastMessage(chat: Chat): void {
  const last = lastUserMessage(chat)
  if (last !== undefined) openEditor(chat, last.id)
}

/** Closes the editor of a message. One with nothing in it goes; that can be undone. */
export function closeEditor(chat: Chat, id: string): void {
  const { before } = chat.editors.getState().open[id] ?? {}
  forget(chat, id)
  const record = recordOf(chat, id)
  if (record?.kind !== 'written' || !isEmpty(record.message)) return
  const undo = removeMessage(chat, id)
  if (before === undefined || isEmpty(before)) return
  const run = () => {
    undo()
    replaceMessage(chat, id, before)
  }
  chat.world.notify('Message deleted', { label: 'Undo', run })
}

/** Closes the editor of a message and puts it back as it was; one that was never written goes. */
export function cancelEdit(chat: Chat, id: string): void {
  const { before, version } = chat.editors.getState().open[id] ?? {}
  if (before !== undefined) replaceMessage(chat, id, before)
  if (version !== undefined) removeVersion(chat, id, version.id, version.shownBefore)
  closeEditor(chat, id)
}

/** Changes a written message by its fields. */
export function changeFields(chat: Chat, id: string, fields: EditedFields): void {
  const { json: _, ...edit } = chat.editors.getState().open[id] ?? {}
  chat.editors.setState(({ open }) => ({ open: { ...open, [id]: { ...edit, fields } } }))
  replaceMessage(chat, id, withTexts(fields.message, fields.texts))
}

/** Changes a written message by its JSON; what is not a message yet changes nothing. */
export function changeJson(chat: Chat, id: string, json: string): void {
  const { fields: _, ...edit } = chat.editors.getState().open[id] ?? {}
  chat.editors.setState(({ open }) => ({ open: { ...open, [id]: { ...edit, json } } }))
  const reading = readMessage(json)
  if (reading.ok) replaceMessage(chat, id, reading.message)
}

/** Changes the text of an answer: the first change makes a version of it, the original stays. */
export function changeAnswerText(chat: Chat, id: string, text: string): void {
  const record = recordOf(chat, id)
  if (record?.kind !== 'answer') return
  const edit = chat.editors.getState().open[id] ?? {}
  const edited = record.versions.find((version) => version.id === edit.version?.id)
  if (edited !== undefined) {
    void updateVersion(chat, record, withText(edited, text))
    return
  }
  const shown = shownVersion(record)
  const [choice] = shown?.answer.choices ?? []
  if (shown === undefined || choice === undefined || choice.content === text) return
  const { random, clock } = chat.client.world
  const version: AnswerVersion = {
    id: random.uuid(),
    startedAt: clock.now(),
    model: shown.model,
    origin: 'edited',
    // Its calls are the same ones: what was made of them stays made.
    ...(shown.toolSteps === undefined ? {} : { toolSteps: shown.toolSteps }),
    answer: {
      ...emptyAnswer,
      phase: 'finished',
      citations: shown.answer.citations,
      choices: [{ ...choice, content: text, logprobs: [] }],
    },
  }
  const opened = { id: version.id, shownBefore: record.shown }
  chat.editors.setState(({ open }) => ({ open: { ...open, [id]: { ...edit, version: opened } } }))
  addVersion(chat, record, version)
}

/**
 * Closes the editors of the conversation on the screen before it is sent: what was typed is in it by
 * now. Gives a fault for each that holds no message; then all stay open.
 */
export function closeEditors(chat: Chat): ValidationIssue[] {
  const faults = editorErrors(chat)
  if (faults.length > 0) return faults
  const { open } = chat.editors.getState()
  for (const { id } of chat.conversation.getState().messages) if (id in open) closeEditor(chat, id)
  removeBlankSystemPrompt(chat)
  return []
}

/** What stands in an editor of the conversation on the screen and cannot be sent as it is. */
export function editorErrors(chat: Chat): ValidationIssue[] {
  const { open } = chat.editors.getState()
  return chat.conversation.getState().messages.flatMap((record) => {
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

function forget(chat: Chat, id: string): void {
  chat.editors.setState(({ open: { [id]: _, ...open } }) => ({ open }))
}

function recordOf(chat: Chat, id: string): MessageRecord | undefined {
  return chat.conversation.getState().messages.find((record) => record.id === id)
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
