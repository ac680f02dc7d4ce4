import { DocumentError } from './document-error.ts'
import { MOST_CHARACTERS } from './document-limits.ts'

/** The text of a document. */
export interface DocumentText {
  /** What it is, in a word: `PDF`, `Word document`, `CSV`. */
  label: string
  text: string
  /** How many pages, slides, sheets or chapters, for a document that has such. */
  parts?: { unit: 'page' | 'slide' | 'sheet' | 'chapter'; count: number }
}

/** Collects text up to the limit of one document. */
export interface TextGatherer {
  /** @throws DocumentError above the limit */
  add(text: string): void
  text(): string
}

/** An empty gatherer. */
export function createTextGatherer(): TextGatherer {
  const pieces: string[] = []
  let characters = 0
  return {
    add: (text) => {
      characters += text.length
      if (characters > MOST_CHARACTERS)
        throw new DocumentError(
          `Its text has more than ${MOST_CHARACTERS.toLocaleString('en-US')} characters.`,
        )
      pieces.push(text)
    },
    text: () => pieces.join(''),
  }
}
