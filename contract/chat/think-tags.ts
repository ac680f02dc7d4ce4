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
  readonly code: CodeState
}

/** Where a text stands in the code of Markdown. A tag that is quoted there is not meant as one. */
interface CodeState {
  readonly inFence: boolean
  readonly inSpan: boolean
  /** Backticks in a row up to here. */
  readonly backticks: number
  /** Nothing but blanks and backticks on this line so far. */
  readonly lineStart: boolean
}

const beginning: ThinkTagState = {
  inside: false,
  held: '',
  trims: false,
  code: { inFence: false, inSpan: false, backticks: 0, lineStart: true },
}

/**
 * The text with a piece added, in time proportional to the piece. Blocks go to `reasoning`, with the
 * blanks around them, and are parted by an empty line; a block that is never closed goes on to the end.
 */
export function addPiece(text: ThinkTagText, piece: string): ThinkTagText {
  let { content, reasoning } = text
  let { inside, held, trims, code } = text.thinkTags ?? beginning
  const arrived = held + piece
  held = ''

  const say = (words: string) => {
    const said = trims ? words.trimStart() : words
    if (said === '') return
    if (inside) reasoning += trims && reasoning !== '' ? `\n\n${said}` : said
    else content += said
    trims = false
  }

  for (let at = 0; at < arrived.length;) {
    const tag = inside ? CLOSE : OPEN
    const found = arrived.indexOf(tag, at)
    const end = found < 0 ? arrived.length - lengthOfBegun(arrived, at, tag) : found
    const words = arrived.slice(at, end)
    const isLeading = !inside && content === '' && words.length <= MAX_LEADING_BLANKS
    if (found < 0) {
      if (isLeading && words.trim() === '') held = arrived.slice(at)
      else {
        if (!inside) code = codeAfter(code, words)
        say(words)
        held = arrived.slice(end)
      }
      break
    }
    at = found + tag.length
    if (inside) {
      say(words)
      inside = false
      trims = true
      continue
    }
    code = codeAfter(code, words)
    if (code.inFence || code.inSpan) {
      code = codeAfter(code, OPEN)
      say(words + OPEN)
    } else {
      if (!isLeading || words.trim() !== '') say(words)
      inside = true
      trims = true
    }
  }
  return { content, reasoning, thinkTags: { inside, held, trims, code } }
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

function codeAfter(before: CodeState, text: string): CodeState {
  let { inFence, inSpan, backticks, lineStart } = before
  for (const char of text) {
    if (char === '\n') {
      inSpan = false
      lineStart = true
    } else if (char === '`') {
      backticks += 1
      if (backticks === 1 && !inFence) inSpan = !inSpan
      if (backticks === 3 && lineStart) {
        inFence = !inFence
        inSpan = false
      }
      continue
    } else if (char !== ' ') lineStart = false
    backticks = 0
  }
  return { inFence, inSpan, backticks, lineStart }
}
