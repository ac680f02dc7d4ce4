/** A text that only grows. `subscribe` calls after every change and returns the way to stop. */
export interface TextSource {
  text: () => string
  /** The text from `offset` on, in UTF-16 units: spares copying the whole of a long text. */
  since?: (offset: number) => string
  finished: () => boolean
  subscribe: (listener: () => void) => () => void
}
