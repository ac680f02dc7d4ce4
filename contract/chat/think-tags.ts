const OPEN = '<think>'
const CLOSE = '</think>'

/** More blanks than this before a block stay part of the text. */
const MAX_LEADING_BLANKS = 100

/** A text whose `<think>…</think>` blocks are read as reasoning while it arrives. */
export interface ThinkTagText {
  /** What is said outside of the blocks. */
  readonly content: string
  /** What is said within them. */
  readonly reasoning: string
  /** Where reading goes on; absent before the first piece and after the end. */
  readonly thinkTags?: ThinkTagState
}

/** What is needed to read on, wherever the pieces of a text are cut. */
interface ThinkTagState {
  /** Within a block. */
  readonly inside: boolean
  /** The end of what arrived: the beginning of a tag, or blanks that a block may follow. */
  readonly held: string
  /** Blanks are left out: nothing has been said yet since the last tag. */
  readonly trims: boolean
}

const beginning: ThinkTagState = { inside: false, held: '', trims: false }

/**
 * The text with a piece added, in time proportional to the piece. Only blocks that the text begins with are meant:
 * once something is said, a tag is a word of it. They go to `reasoning`, with the blanks around them, and are parted
 * by an empty line; a block that is never closed goes on to the end.
 */
export function addPiece(text: ThinkTagText, piece: string): ThinkTagText {
  let { content, reasoning } = text
  let { inside, held, trims } = text.thinkTags ?? beginning
  const arrived = held + piece
  held = ''

  const think = (words: string) => {
    const thought = trims ? words.trimStart() : words
    if (thought === '') return
    reasoning += trims && reasoning !== '' ? `\n\n${thought}` : thought
    trims = false
  }

  for (let at = 0; at < arrived.length;) {
    const tag = inside ? CLOSE : OPEN
    const found = content === '' ? arrived.indexOf(tag, at) : -1
    const end = found < 0 ? arrived.length - lengthOfBegun(arrived, at, tag) : found
    const words = arrived.slice(at, end)
    const isText = words.trim() !== '' || (!trims && words.length > MAX_LEADING_BLANKS)
    if (!inside && (content !== '' || isText)) {
      const rest = arrived.slice(at)
      content += trims ? rest.trimStart() : rest
      trims = false
      break
    }
    if (inside) think(words)
    if (found < 0) {
      // Blanks at the beginning are part of the text, if no block follows them.
      held = arrived.slice(inside || trims ? end : at)
      break
    }
    at = found + tag.length
    inside = !inside
    trims = true
  }
  return { content, reasoning, thinkTags: { inside, held, trims } }
}

/** The text as it is when nothing more comes: what was held back is part of it. */
export function endOfText({ content, reasoning, thinkTags }: ThinkTagText): ThinkTagText {
  const { held, inside, trims } = thinkTags ?? beginning
  const rest = trims ? held.trimStart() : held
  return inside ? { content, reasoning: reasoning + rest } : { content: content + rest, reasoning }
}

/** The length of the longest end of the text from `from` on that the tag begins with. */
function lengthOfBegun(text: string, from: number, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length - from); length > 0; length -= 1)
    if (tag.startsWith(text.slice(text.length - length))) return length
  return 0
}
