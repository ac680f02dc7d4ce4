import { addPiece, endOfText, type ThinkTagText } from '../../../contract/chat/think-tags.ts'

/** Takes `<think>…</think>` out of a text that arrives in pieces, wherever the pieces are cut. */
export interface ThinkTagFilter {
  /** The visible part of what has arrived so far, as far as it is certain. */
  push(piece: string): string
  /** What was held back because it could have become a tag. */
  end(): string
}

/** A filter at the start of a text. Blanks right after a block go with it. */
export function createThinkTagFilter(): ThinkTagFilter {
  let text: ThinkTagText = { content: '', reasoning: '' }
  const become = (next: ThinkTagText) => {
    const added = next.content.slice(text.content.length)
    text = next
    return added
  }
  return { push: (piece) => become(addPiece(text, piece)), end: () => become(endOfText(text)) }
}
