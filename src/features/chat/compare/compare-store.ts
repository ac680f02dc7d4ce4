import { createStore } from 'zustand/vanilla'

import type { Message } from '../../../../contract/chat/messages.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import {
  MAX_COLUMNS,
  type Conversation,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import {
  listConversations,
  loadConversation,
} from '../../../core/storage/conversations/conversations.ts'
import { expectColumn, forgetColumn, writeColumn } from './column-storage.ts'

/** One column: a conversation of its own, answered beside the others. */
export interface CompareColumn {
  conversation: Conversation
  messages: readonly MessageRecord[]
}

/** What a column starts from. */
export interface ColumnSetup {
  model: string
  settings: JsonObject
  /** The system message, where there is one. */
  system?: string
}

export interface CompareState {
  /** The comparison's id; its columns carry it. */
  id: string
  columns: readonly CompareColumn[]
  /** A change of settings goes to every column. */
  linked: boolean
  /** The conversation's setup that it was begun beside, to notice that the chat has moved on. */
  beside: string
  /** Something was set up by hand, so that it is worth keeping though nothing was sent. */
  changed: boolean
  /** The message being written, kept when the page is left for a moment. */
  draft: string
  /**
   * The columns that another tab deleted, by conversation id: still here in full, and not stored
   * until they are kept after all.
   */
  deleted: readonly string[]
  /** `missing`: the address names a comparison that this browser does not have. */
  status: 'ready' | 'loading' | 'missing'
  /** Set once storing failed: everything goes on, but will be gone after a reload. */
  unsaved: boolean
}

export const FEWEST_COLUMNS = 2

/** The comparison on the screen. Empty until one was started or opened. */
export const compareStore = createStore<CompareState>(() => ({
  id: '',
  columns: [],
  linked: true,
  beside: '',
  changed: false,
  draft: '',
  deleted: [],
  status: 'ready',
  unsaved: false,
}))

const { getState, setState } = compareStore

/**
 * Begins a comparison of two to four setups, `beside` the present one of the chat. Nothing is stored
 * until something is sent.
 */
export function startComparison(
  setups: readonly ColumnSetup[],
  { beside, draft = '' }: { beside: string; draft?: string },
): void {
  const id = crypto.randomUUID()
  setState({
    id,
    columns: setups.slice(0, MAX_COLUMNS).map((setup, at) => newColumn(id, at, setup)),
    linked: true,
    beside,
    changed: draft !== '',
    draft,
    deleted: [],
    status: 'ready',
    unsaved: false,
  })
}

/** Shows a stored comparison. Does nothing when it is already on the screen. */
export async function openComparison(id: string): Promise<void> {
  if (getState().id === id && getState().status === 'ready') return
  setState({ id, columns: [], draft: '', deleted: [], status: 'loading', unsaved: false })
  const columns = await loadColumns(id).catch(() => [])
  if (getState().id !== id) return
  setState({ columns, status: columns.length === 0 ? 'missing' : 'ready', linked: true })
}

/** The columns of a comparison as they are stored, from the left. */
export async function loadColumns(id: string): Promise<CompareColumn[]> {
  const all = await listConversations()
  const loaded = await Promise.all(
    all.filter(({ comparison }) => comparison?.id === id).map((one) => loadConversation(one.id)),
  )
  for (const column of loaded) if (column !== undefined) expectColumn(column.conversation.id)
  return loaded
    .flatMap((column) => column ?? [])
    .toSorted((a, b) => placeOf(a.conversation) - placeOf(b.conversation))
}

function placeOf({ comparison }: Conversation): number {
  return comparison?.column ?? 0
}

function newColumn(id: string, at: number, { model, settings, system }: ColumnSetup) {
  const now = Date.now()
  const conversation: Conversation = {
    id: crypto.randomUUID(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model,
    settings,
    comparison: { id, column: at },
  }
  return withSystem({ conversation, messages: [] }, system ?? '')
}

/** Adds a column set up like the last one; with its own history, so without the others' words. */
export function addColumn(): void {
  setState(({ id, columns }) => {
    const last = columns.at(-1)
    if (last === undefined || columns.length >= MAX_COLUMNS) return {}
    const { model, settings } = last.conversation
    const setup = { model, settings, system: systemOf(last) }
    const at = Math.max(...columns.map(({ conversation }) => placeOf(conversation))) + 1
    return { columns: [...columns, newColumn(id, at, setup)], changed: true }
  })
}

/** Takes a column away from the screen. */
export function removeColumn(conversationId: string): void {
  forgetColumn(conversationId)
  setState(({ columns }) => ({
    columns: columns.filter(({ conversation }) => conversation.id !== conversationId),
    changed: true,
  }))
}

/** Changes one column, and writes it once it holds something. */
export function updateColumn(
  conversationId: string,
  change: (column: CompareColumn) => CompareColumn,
): void {
  setState(({ columns }) => ({
    columns: columns.map((column) =>
      column.conversation.id === conversationId ? change(column) : column,
    ),
    changed: true,
  }))
  const column = getState().columns.find(({ conversation }) => conversation.id === conversationId)
  if (column !== undefined && isTouched(column)) saveColumn(column)
}

/** Changes a column, or all of them while they are linked. */
export function updateLinked(
  conversationId: string,
  change: (column: CompareColumn) => CompareColumn,
): void {
  const { linked } = getState()
  for (const { conversation } of presentColumns())
    if (linked || conversation.id === conversationId) updateColumn(conversation.id, change)
}

/** The columns that are not deleted: what is written goes to them. */
export function presentColumns(
  { columns, deleted }: Pick<CompareState, 'columns' | 'deleted'> = getState(),
): readonly CompareColumn[] {
  return columns.filter(({ conversation }) => !deleted.includes(conversation.id))
}

/** Says of columns that they are `deleted`, or that they are not. */
export function markDeleted(conversationIds: readonly string[], isDeleted: boolean): void {
  const { columns, deleted } = getState()
  const shown = columns.map(({ conversation }) => conversation.id)
  const after = shown.filter((id) =>
    conversationIds.includes(id) ? isDeleted : deleted.includes(id),
  )
  if (after.length !== deleted.length || after.some((id) => !deleted.includes(id)))
    setState({ deleted: after })
}

/** Columns whose last write failed. */
const unstored = new Set<string>()

/** Writes a column; one that another tab deleted only when it is to be `kept` after all. */
export function saveColumn(
  { conversation, messages }: CompareColumn,
  options: { kept?: boolean } = {},
): void {
  const { id } = conversation
  void writeColumn({ conversation, messages: [...messages] }, options).then((outcome) => {
    if (outcome === 'unstored') unstored.add(id)
    else unstored.delete(id)
    if (outcome === 'deleted') markDeleted([id], true)
    setState(({ columns }) => ({
      unsaved: columns.some((column) => unstored.has(column.conversation.id)),
    }))
  })
}

/** Whether something was said in a column. */
export function isTouched({ messages }: CompareColumn): boolean {
  return messages.some((record) => record.kind === 'answer' || record.message.role === 'user')
}

/** The system message of a column; '' when it has none. */
export function systemOf({ messages }: CompareColumn): string {
  const record = messages.find(isSystem)
  const content = record?.kind === 'written' ? record.message.content : ''
  return typeof content === 'string' ? content : ''
}

/** A column with another system message; '' takes it away. */
export function withSystem(column: CompareColumn, text: string): CompareColumn {
  const others = column.messages.filter((record) => !isSystem(record))
  if (text === '') return { ...column, messages: others }
  const first = others[0]?.position ?? 1
  const message: Message = { role: 'system', content: text }
  return { ...column, messages: [written(column, message, first - 1), ...others] }
}

function isSystem(record: MessageRecord): boolean {
  return record.kind === 'written' && record.message.role === 'system'
}

/** A message as a record of a column. */
export function written(
  { conversation }: Pick<CompareColumn, 'conversation'>,
  message: Message,
  position: number,
): MessageRecord {
  return {
    kind: 'written',
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    position,
    message,
  }
}
