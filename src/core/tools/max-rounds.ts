import type { ConversationTools } from '../storage/conversations/conversation.ts'

/** Rounds of an episode: requests that are sent without a press. */
export const MAX_ROUNDS = { min: 1, max: 10, default: 10 } as const

/** Whether requests may be sent without a press: after each result, or by what answers calls here. */
export function runsByItself({ auto, sources = [] }: ConversationTools): boolean {
  return auto === true || sources.length > 0
}

/** The most rounds of a conversation, within what is allowed. */
export function maxRounds({ maxRounds: set }: ConversationTools): number {
  const { min, max, default: unset } = MAX_ROUNDS
  return Number.isInteger(set) ? Math.min(max, Math.max(min, set ?? unset)) : unset
}
