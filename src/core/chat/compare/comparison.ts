import type { World } from '../../client/world.ts'
import { MAX_COLUMNS, type Conversation } from '../../storage/conversations/conversation.ts'
import type { Chat } from '../chat.ts'
import type { ColumnSetup } from '../setup/chat-setup.ts'
import { isTouched, presentColumns, systemOf, withSystem } from './columns.ts'
import { noComparison, type CompareColumn } from './comparison-state.ts'

export const MIN_COLUMNS = 2

/**
 * Begins a comparison of two to four setups, `beside` the present one of the chat. Nothing is stored
 * until something is sent.
 */
export function startComparison(
  { comparison, client: { world } }: Chat,
  setups: readonly ColumnSetup[],
  { beside, draft = '' }: { beside: string; draft?: string },
): void {
  const id = world.random.uuid()
  comparison.setState({
    ...noComparison,
    id,
    columns: setups.slice(0, MAX_COLUMNS).map((setup, at) => newColumn(world, id, at, setup)),
    beside,
    changed: draft !== '',
    draft,
  })
}

/** Shows a stored comparison. Does nothing when it is already on the screen. */
export async function openComparison(chat: Chat, id: string): Promise<void> {
  const { getState, setState } = chat.comparison
  if (getState().id === id && getState().status === 'ready') return
  setState({ id, columns: [], draft: '', deleted: [], status: 'loading', unsaved: false })
  const columns = await loadColumns(chat, id)
  if (getState().id !== id) return
  setState({ columns, status: columns.length === 0 ? 'missing' : 'ready', linked: true })
  markUnsaved(chat)
}

/** The columns of a comparison as they are stored, and what of them is not stored yet, from the left. */
export async function loadColumns(
  { world, writer }: Chat,
  id: string,
): Promise<readonly CompareColumn[]> {
  const storage = await world.loadStorage().catch(() => undefined)
  const listed = (await storage?.listConversations().catch(() => undefined)) ?? []
  const ids = [...listed, ...writer.unwrittenConversations()].flatMap((one) =>
    one.comparison?.id === id ? one.id : [],
  )
  const loaded = await Promise.all(
    [...new Set(ids)].map((columnId) =>
      writer.afterWrites(columnId, async () => {
        const stored = await storage?.loadConversation(columnId).catch(() => undefined)
        return writer.withUnwritten(columnId, stored)
      }),
    ),
  )
  return loaded
    .flatMap((column) => column ?? [])
    .toSorted((a, b) => placeOf(a.conversation) - placeOf(b.conversation))
}

function placeOf({ comparison }: Conversation): number {
  return comparison?.column ?? 0
}

function newColumn(
  world: Pick<World, 'clock' | 'random'>,
  id: string,
  at: number,
  { model, settings, system, headers = [] }: ColumnSetup,
): CompareColumn {
  const now = world.clock.now()
  const conversation: Conversation = {
    id: world.random.uuid(),
    title: '',
    createdAt: now,
    updatedAt: now,
    model,
    settings,
    ...(headers.length === 0 ? {} : { headers }),
    comparison: { id, column: at },
  }
  return withSystem(world, { conversation, messages: [] }, system ?? '')
}

/** Adds a column set up like the last one; with its own history, so without the others' words. */
export function addColumn({ comparison, client: { world } }: Chat): void {
  comparison.setState(({ id, columns }) => {
    const last = columns.at(-1)
    if (last === undefined || columns.length >= MAX_COLUMNS) return {}
    const { model, settings, headers } = last.conversation
    const setup = { model, settings, headers, system: systemOf(last) }
    const at = Math.max(...columns.map(({ conversation }) => placeOf(conversation))) + 1
    return { columns: [...columns, newColumn(world, id, at, setup)], changed: true }
  })
}

/**
 * Removes a column from the screen and returns how to undo that. What is stored of it stays, and is
 * not expected to.
 */
export function removeColumn(chat: Chat, conversationId: string): () => void {
  const { getState, setState } = chat.comparison
  const { id, columns: before } = getState()
  const column = findColumn(chat, conversationId)
  chat.writer.forget(conversationId)
  setState({ columns: before.filter((other) => other !== column), changed: true })
  return () => {
    if (getState().id !== id || column === undefined) return
    setState(({ columns }) => ({ columns: columns.toSpliced(before.indexOf(column), 0, column) }))
  }
}

/** A column that is on the screen. */
export function findColumn(
  { comparison }: Chat,
  conversationId: string,
): CompareColumn | undefined {
  return comparison
    .getState()
    .columns.find(({ conversation }) => conversation.id === conversationId)
}

/** Changes one column, and writes it once it holds something. */
export function updateColumn(
  chat: Chat,
  conversationId: string,
  change: (column: CompareColumn) => CompareColumn,
): void {
  const before = findColumn(chat, conversationId)
  if (before === undefined) return
  const column = change(before)
  chat.comparison.setState(({ columns }) => ({
    columns: columns.map((other) => (other === before ? column : other)),
    changed: true,
  }))
  const left = new Set(column.messages.map(({ id }) => id))
  const removed = before.messages.flatMap(({ id }) => (left.has(id) ? [] : id))
  if (isTouched(column)) void saveColumn(chat, column, { removed })
}

/** Changes a column, or all of them while they are linked. */
export function updateLinked(
  chat: Chat,
  conversationId: string,
  change: (column: CompareColumn) => CompareColumn,
): void {
  const { linked } = chat.comparison.getState()
  for (const { conversation } of presentColumns(chat.comparison.getState()))
    if (linked || conversation.id === conversationId) updateColumn(chat, conversation.id, change)
}

/** Says of columns that they are `deleted`, or that they are not. */
export function markDeleted(
  { comparison }: Chat,
  conversationIds: readonly string[],
  isDeleted: boolean,
): void {
  const { columns, deleted } = comparison.getState()
  const shown = columns.map(({ conversation }) => conversation.id)
  const after = shown.filter((id) =>
    conversationIds.includes(id) ? isDeleted : deleted.includes(id),
  )
  if (after.length !== deleted.length || after.some((id) => !deleted.includes(id)))
    comparison.setState({ deleted: after })
}

/** Says whether the last write of any column failed. */
export function markUnsaved({ comparison, writer }: Chat): void {
  comparison.setState(({ columns }) => ({
    unsaved: columns.some(({ conversation }) => writer.isUnsaved(conversation.id)),
  }))
}

/** Writes a column; one that another tab deleted only when it is to be `kept` after all. */
export async function saveColumn(
  chat: Chat,
  { conversation, messages }: CompareColumn,
  { kept = false, removed = [] }: { kept?: boolean; removed?: readonly string[] } = {},
): Promise<void> {
  const { id } = conversation
  const outcome = kept
    ? await chat.writer.create({ conversation, messages: [...messages] })
    : await chat.writer.write({
        conversationId: id,
        conversation,
        saved: messages,
        deleted: removed,
      })
  if (outcome === 'deleted') markDeleted(chat, [id], true)
  markUnsaved(chat)
}
