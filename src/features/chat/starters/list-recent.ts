import { recentConversations } from '../../../core/history/history-entries.ts'
import {
  listConversations,
  loadConversation,
} from '../../../core/storage/conversations/conversations.ts'
import { listLabels } from '../../../core/storage/conversations/labels.ts'

export { subscribeConversations } from '../../../core/storage/conversations/conversations.ts'

/** As many as are read at a glance. */
const COUNT = 3

/** The conversations of this browser that changed last. */
export const listRecent = () =>
  recentConversations({ listConversations, loadConversation, listLabels }, COUNT)
