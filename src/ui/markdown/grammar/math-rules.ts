import type { StateBlock } from 'markdown-it'

interface InlineState {
  src: string
  pos: number
  posMax: number
  pending: string
  push: (type: string, tag: string, nesting: 0) => { content: string; markup: string }
}

const closingsOf = new WeakMap<InlineState, Closings>()

/** A formula in running text: TeX as `content`, source as `markup`; the type says if it is displayed. */
export function mathInline(state: InlineState, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const char = src.charAt(pos)
  if (char !== '$' && char !== '\\') return false
  const found = char === '$' ? readDollars(src.slice(0, posMax), pos) : bracketed(state)
  if (found === undefined) {
    if (char !== '$' || src.charAt(pos + 1) !== '$') return false
    return skipDollars(state, silent)
  }
  if (!silent) {
    const token = state.push(found.display ? 'math_display' : 'math_inline', 'math', 0)
    token.content = found.tex
    token.markup = src.slice(pos, found.end)
  }
  state.pos = found.end
  return true
}

function bracketed(state: InlineState) {
  const closings: Closings = closingsOf.get(state) ?? new Map()
  closingsOf.set(state, closings)
  return readBracketed(state.src, state.pos, state.posMax, closings)
}

/** A run of `$` that opens nothing is text as a whole: its last one must not open a formula. */
function skipDollars(state: InlineState, silent: boolean): boolean {
  let end = state.pos
  while (end < state.posMax && state.src.charAt(end) === '$') end += 1
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}

/** A formula of more lines than this is none. */
const mostLines = 400

/** A formula of lines, from `$$` or `\[` to its closing mark; with a blank line in it, it is text. */
export function mathBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const first = lineOf(state, startLine)
  const mark = first.slice(0, 2)
  if (mark !== '$$' && mark !== '\\[') return false
  const close = mark === '$$' ? '$$' : '\\]'
  const rest = first.slice(2)
  const isWhole = rest.length > 2 && rest.endsWith(close) && rest.indexOf(close) === rest.length - 2
  if (!isWhole && !opens(rest, close)) return false
  if (silent) return true

  let next = startLine + 1
  let closed = isWhole
  while (!closed && next < endLine && next - startLine < mostLines) {
    const line = lineOf(state, next)
    if (line === '' || (state.sCount[next] ?? 0) < state.blkIndent) break
    closed = line.endsWith(close)
    next += 1
  }
  const { blkIndent } = state
  const source = state.getLines(startLine, next, blkIndent, false).trim()
  const token = state.push(closed ? 'math_block' : 'math_open', 'math', 0)
  token.content = closed ? source.slice(2, -2) : source
  token.markup = source
  token.map = [startLine, next]
  state.line = next
  return true
}

/** Whether a line that does not close may open: `$$` alone or hard against its formula. */
function opens(rest: string, close: string): boolean {
  if (rest === '') return true
  if (rest.includes(close)) return false
  return close === '$$' ? !/^[\s$]/.test(rest) : /^\s/.test(rest) && !rest.includes(']')
}

function lineOf(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(start, state.eMarks[line] ?? start).trimEnd()
}

interface MathSource {
  tex: string
  /** Index after the closing mark. */
  end: number
  display: boolean
}

/** A `$` formula in running text is short; a later `$` than this belongs to something else. */
const mostDollarInline = 1000
const mostInline = 8000

const hasTerm = /[\p{L}\p{N}]/u
const space = /\s/
const digit = /\d/
const letterOrDigit = /[\p{L}\p{N}]/u
/** What may follow the closing `$` directly although it is a letter: "the $n$th", "$x$s". */
const ending = /^(?:th|st|nd|rd|s)(?![\p{L}\p{N}])/u
/** Several words without any sign of mathematics are words: "from $5 to 10$". */
const words = /^[^\\^_=+*/<>|(){}[\]-]*\s[^\\^_=+*/<>|(){}[\]-]*$/

/** A formula from `$` or `$$` at `start`; undefined where the mark is a price or a shell variable. */
function readDollars(source: string, start: number): MathSource | undefined {
  return source.charAt(start + 1) === '$' ? readDouble(source, start) : readSingle(source, start)
}

/**
 * What is known of the closing brackets of a text: those looked for anywhere after `from` are at `at`,
 * and whether what is before them can be no formula. A text of nothing but openings is so read once.
 */
type Closings = Map<string, { from: number; at: number; isRefused: boolean }>

/** Reads a formula that starts at `start` with `\(` or `\[` and ends before `max`. */
function readBracketed(
  source: string,
  start: number,
  max: number,
  closings: Closings,
): MathSource | undefined {
  const mark = source.charAt(start + 1)
  if (mark !== '(' && mark !== '[') return undefined
  const close = mark === '(' ? '\\)' : '\\]'
  let known = closings.get(close)
  if (known === undefined || start < known.from || start + 2 > known.at) {
    const at = source.indexOf(close, start + 2)
    known = { from: start, at: at < 0 ? Number.POSITIVE_INFINITY : at, isRefused: false }
    closings.set(close, known)
  }
  const end = known.at + 2
  if (known.isRefused || end > max || end - start > mostInline) return undefined
  const tex = source.slice(start + 2, known.at)
  if (hasTerm.test(tex)) return { tex, end, display: mark === '[' }
  // Nor has what is shorter.
  closings.set(close, { from: start, at: known.at, isRefused: true })
  return undefined
}

function readDouble(source: string, start: number): MathSource | undefined {
  if (source.charAt(start + 2) === '$') return undefined
  const at = source.slice(start, start + mostInline).indexOf('$$', 2)
  if (at < 0) return undefined
  const tex = source.slice(start + 2, start + at)
  const isFormula = hasTerm.test(tex) && source.charAt(start + at + 2) !== '$'
  return isFormula ? { tex, end: start + at + 2, display: true } : undefined
}

function readSingle(source: string, start: number): MathSource | undefined {
  if (letterOrDigit.test(source.charAt(start - 1))) return undefined
  const end = closingDollar(source, start + 1)
  if (end < 0) return undefined
  const tex = source.slice(start + 1, end)
  if (tex === '' || space.test(tex.charAt(0)) || space.test(tex.charAt(tex.length - 1)))
    return undefined
  const after = source.slice(end + 1, end + 6)
  if (digit.test(after.charAt(0))) return undefined
  if (letterOrDigit.test(after.charAt(0)) && !ending.test(after)) return undefined
  if (!hasTerm.test(tex) || words.test(tex)) return undefined
  return { tex, end: end + 1, display: false }
}

/** The next `$` that no backslash escapes; -1 when there is none near or it is doubled. */
function closingDollar(source: string, from: number): number {
  const limit = Math.min(source.length, from + mostDollarInline)
  for (let at = from; at < limit; at += 1) {
    const char = source.charAt(at)
    if (char === '\\') at += 1
    else if (char === '$') return source.charAt(at + 1) === '$' ? -1 : at
  }
  return -1
}
