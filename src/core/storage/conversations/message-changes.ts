import { createChannel } from '../db/channel.ts'
import type { MessageRecord } from './conversation.ts'

/** Which message changed; never what it says. */
export type MessageChange = Pick<MessageRecord, 'id' | 'conversationId'>

const channel = createChannel<MessageChange>('messages')

/** Notifies the other tabs that a message was written or removed. */
export function publishMessageChange({ id, conversationId }: MessageChange): void {
  channel.publish({ id, conversationId })
}

/** Calls back after a message changed in another tab. Returns the way to stop. */
export function subscribeMessageChanges(listener: (change: MessageChange) => void): () => void {
  return channel.subscribeOtherTabs(listener)
}
