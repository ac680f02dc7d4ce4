/** News that travels between the tabs of this browser: that something changed, never the data. */
export interface Channel<Message> {
  /** Notifies every subscriber, in this tab and in the others. */
  publish(message: Message): void
  /** Calls back for the news of every tab. Returns the way to stop. */
  subscribe(listener: (message: Message) => void): () => void
  /** Calls back for the news of other tabs. Returns the way to stop. */
  subscribeOtherTabs(listener: (message: Message) => void): () => void
}

/** Opens a channel. Without `BroadcastChannel` it reaches this tab alone. */
export function createChannel<Message>(name: string): Channel<Message> {
  const own = new Set<(message: Message) => void>()
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const subscribeOtherTabs = (listener: (message: Message) => void) => {
    const onMessage = ({ data }: MessageEvent<Message>) => listener(data)
    others?.addEventListener('message', onMessage)
    return () => others?.removeEventListener('message', onMessage)
  }
  return {
    publish: (message) => {
      for (const listener of own) listener(message)
      others?.postMessage(message)
    },
    subscribe: (listener) => {
      own.add(listener)
      const stop = subscribeOtherTabs(listener)
      return () => {
        own.delete(listener)
        stop()
      }
    },
    subscribeOtherTabs,
  }
}
