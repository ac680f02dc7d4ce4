/** A short text of the bundled corpus, with the source that says it at length. */
export interface Article {
  title: string
  url: string
  content: string
  /** When the source was published, ISO 8601 date. */
  date: string
}
