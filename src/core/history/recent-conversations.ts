import { chargeOf } from '../../../contract/money.ts'
import { formatCharge } from '../format/money.ts'
import type { Conversation, ConversationLabel } from '../storage/conversations/conversation.ts'
import { shownVersion } from '../storage/conversations/conversation.ts'
import type { LoadedConversation } from '../storage/conversations/conversations.ts'
import { historyEntries } from './history-entries.ts'

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

/** What is read of what this browser stores. */
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
        ...(ticks === undefined ? {} : { ticks }),
        ...(costs.length === 0 ? {} : { cost: formatCharge(total) }),
      }
    }),
  )
}
