/**
 * A text that only ever grows, read by the one component that shows it while it streams.
 * `subscribe` calls its listener after every change and returns the way to stop.
 */
export interface TextSource {
  text: () => string
  /**
   * The text from `offset` on, in UTF-16 units. Optional: with it a reader need not copy the whole
   * of a long text at each change, which `text` of a text kept in pieces does.
   */
  since?: (offset: number) => string
  finished: () => boolean
  subscribe: (listener: () => void) => () => void
}
