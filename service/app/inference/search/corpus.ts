import corpus from './corpus.json' with { type: 'json' }

/** A short text of the bundled corpus, with the source that says it at length. */
export interface Article {
  title: string
  /** `docs.vendor.example` is a reserved name: those texts exist only here. */
  url: string
  content: string
  /** When the source was published, ISO 8601 date. */
  date: string
}

/** All that the local service can find: it never searches the real web. */
export const CORPUS: readonly Article[] = corpus
