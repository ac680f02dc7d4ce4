import { given } from '../../../contract/json.ts'
import { chargeOf } from '../../../contract/money.ts'
import { formatCharge } from '../format/money.ts'
import {
  type Conversation,
  type ConversationLabel,
  shownVersion,
} from '../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../storage/conversations/conversations.ts'
import type { ImportResult } from '../storage/files/history-transfer.ts'

/** One line of the history. */
export interface HistoryEntry {
  /** Of the conversation. */
  id: string
  title: string
  model: string
  updatedAt: number
  pinned: boolean
}

/** The lines of the history, in the order of the conversations. */
export function historyEntries(
  conversations: readonly Conversation[],
  labels: ReadonlyMap<string, ConversationLabel>,
): HistoryEntry[] {
  return conversations.map(({ id, title, model, updatedAt }) => {
    const { name, pinned } = labels.get(id) ?? {}
    return {
      id,
      title: name ?? (title.trim() || 'Untitled'),
      model,
      updatedAt,
      pinned: pinned === true,
    }
  })
}

interface Day<Item> {
  /** "Today", "Yesterday", or a date such as "Mon 17 Nov"; with the year when it is another. */
  day: string
  items: Item[]
}

/** Parts items by the local day they were changed on, in the order they come in. */
export function byDay<Item extends { updatedAt: number }>(
  items: readonly Item[],
  nowMs: number,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayName(item.updatedAt, nowMs)
    const found = days.get(day)
    if (found === undefined) days.set(day, [item])
    else found.push(item)
  }
  return [...days].map(([day, ofDay]) => ({ day, items: ofDay }))
}

// Made when first used: the first takes a phone some 60 ms, and a first response shows none.
let inYear: Intl.DateTimeFormat | undefined
let withYear: Intl.DateTimeFormat | undefined

function dayName(atMs: number, nowMs: number): string {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  if (atMs >= today) return 'Today'
  // Days are not all 24 hours long, but noon of the day before is always in it.
  if (atMs >= new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0)) return 'Yesterday'
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  inYear ??= new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
  withYear ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
  return (isThisYear ? inYear : withYear).format(atMs)
}

/** What came of an import, in a sentence or two. */
export function importText(result: ImportResult): string {
  if (!result.ok) return result.message
  const { added, same, copied, unreadable, unwritten } = result
  const parts = [
    `${conversations(added)} added`,
    ...(same > 0 ? [`${same} skipped: already here`] : []),
    ...(copied > 0 ? [`${copied} imported as ${copied === 1 ? 'a copy' : 'copies'}`] : []),
    ...(unreadable > 0 ? [`${unreadable} not readable`] : []),
    ...(unwritten > 0 ? [`${unwritten} not saved: the disk is full`] : []),
  ]
  return `${parts.join(', ')}.`
}

function conversations(count: number): string {
  return count === 1 ? '1 conversation' : `${count} conversations`
}

/** A conversation that can be gone on with, at a glance. */
export interface RecentConversation {
  /** Where it is shown. */
  path: string
  title: string
  /** When the events of its last response came, see `tick-strip.ts`; absent where nothing was stored. */
  ticks?: string
  /** The reported cost of all responses that are shown, in words; absent where none was reported. */
  cost?: string
}

interface RecentStorage {
  listConversations: () => Promise<readonly Conversation[]>
  listLabels: () => Promise<ReadonlyMap<string, ConversationLabel>>
  loadConversation: (id: string) => Promise<LoadedConversation | undefined>
}

/** The conversations that changed last, the latest first. Rejects where storage is refused. */
export async function recentConversations(
  storage: RecentStorage,
  count: number,
): Promise<RecentConversation[]> {
  const [conversations, labels] = await Promise.all([
    storage.listConversations(),
    storage.listLabels(),
  ])
  const entries = historyEntries(conversations, labels).slice(0, count)
  return Promise.all(
    entries.map(async ({ id, title }) => {
      const { messages = [] } = (await storage.loadConversation(id)) ?? {}
      const answers = messages
        .flatMap((record) => (record.kind === 'answer' ? (shownVersion(record) ?? []) : []))
        .map(({ answer }) => answer)
      const ticks = answers.at(-1)?.timing.ticks
      const costs = answers.flatMap((answer) => chargeOf(answer) ?? [])
      const total = costs.reduce((sum, microUsd) => sum + microUsd, 0)
      return {
        path: `/chat/${id}`,
        title,
        ...given({ ticks }),
        ...(costs.length === 0 ? {} : { cost: formatCharge(total) }),
      }
    }),
  )
}
