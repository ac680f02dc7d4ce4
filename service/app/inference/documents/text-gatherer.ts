import { DocumentError } from './document-error.ts'
import { MAX_CHARACTERS } from './document-limits.ts'

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
      if (characters > MAX_CHARACTERS)
        throw new DocumentError(
          `Its text has more than ${MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
        )
      pieces.push(text)
    },
    text: () => pieces.join(''),
  }
}
