/**
 * A text that only ever grows, read by the one component that shows it while it streams.
 * `subscribe` calls its listener after every change and returns the way to stop.
 */
export interface TextSource {
  text: () => string
  finished: () => boolean
  subscribe: (listener: () => void) => () => void
}
