import type { DocumentText } from '../documents/document-reader.ts'
import { countTokens } from '../prepare/tokens.ts'
import type { ScrapedPage } from './scrape-pages.ts'

/** What the header of an image says. Sides in px. */
interface ImageSize {
  format: string
  width: number
  height: number
}

/** What a content part turned out to be. Sizes in bytes. */
export type PartFacts =
  /** `dataUrl` is there for an image that was fetched: what is passed on is what was looked at. */
  | { kind: 'image'; size: ImageSize; bytes: number; dataUrl?: string }
  /** Without `seconds` when the header does not say. */
  | { kind: 'audio'; bytes: number; seconds: number | undefined }
  | { kind: 'video'; format: string; bytes: number }
  | { kind: 'file'; bytes: number; document: DocumentText }

/** An address of the message that could not be read, and one sentence that says why. */
interface UnreadPage {
  url: string
  message: string
}

/** All that was read before a model is asked: the parts, and the addresses of the last user message. */
export interface Inputs {
  /** By `messageIndex.partIndex`; parts that are not measured are not in it. */
  parts: ReadonlyMap<string, PartFacts>
  pages: readonly ScrapedPage[]
  unread: readonly UnreadPage[]
}

/** The name of a part in `Inputs`. */
export function partName(message: number, part: number): string {
  return `${message}.${part}`
}

/** What the text of a part's file counts as; 0 for every other part. */
export function fileTokens(facts: PartFacts | undefined): number {
  return facts?.kind === 'file' ? countTokens(facts.document.text) : 0
}
