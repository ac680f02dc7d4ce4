import type { MessageRecord } from './conversation.ts'

/** Which message changed; never what it says. */
export type MessageChange = Pick<MessageRecord, 'id' | 'conversationId'>

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('messages')

/** Tells the other tabs that a message was written or removed. */
export function tellMessageChanged(change: MessageChange): void {
  channel?.postMessage(change)
}

/** Calls back after a message changed in another tab. Gives the way to stop. */
export function subscribeMessageChanges(listener: (change: MessageChange) => void): () => void {
  const take = ({ data }: MessageEvent<MessageChange>) => listener(data)
  channel?.addEventListener('message', take)
  return () => channel?.removeEventListener('message', take)
}
