const OPEN = '<think>'
const CLOSE = '</think>'

/** Takes `<think>…</think>` out of a text that arrives in pieces, wherever the pieces are cut. */
export interface ThinkTagFilter {
  /** The visible part of what has arrived so far, as far as it is certain. */
  push(piece: string): string
  /** What was held back because it could have become a tag. */
  end(): string
}

/** A filter at the start of a text. Blanks right after a block go with it. */
export function createThinkTagFilter(): ThinkTagFilter {
  let held = ''
  let inside = false
  let afterBlock = false

  const visible = (text: string) => {
    if (!afterBlock) return text
    const trimmed = text.trimStart()
    if (trimmed !== '') afterBlock = false
    return trimmed
  }

  return {
    push: (piece) => {
      held += piece
      let out = ''
      for (;;) {
        const tag = inside ? CLOSE : OPEN
        const at = held.indexOf(tag)
        if (at < 0) break
        if (inside) afterBlock = true
        else out += visible(held.slice(0, at))
        held = held.slice(at + tag.length)
        inside = !inside
      }
      const keep = tailThatMayBegin(held, inside ? CLOSE : OPEN)
      if (!inside) out += visible(held.slice(0, held.length - keep))
      held = held.slice(held.length - keep)
      return out
    },
    end: () => {
      const rest = inside ? '' : visible(held)
      held = ''
      return rest
    },
  }
}

/** The length of the longest end of the text that a tag could begin with. */
function tailThatMayBegin(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(text.length - length))) return length
  return 0
}
