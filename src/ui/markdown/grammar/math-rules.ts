import type { StateBlock } from 'markdown-it'

import { readBracketed, readDollars, type Closings } from './math-source.ts'

/** What the rules need of the inline tokenizer's state. */
interface InlineState {
  src: string
  pos: number
  posMax: number
  pending: string
  push: (type: string, tag: string, nesting: 0) => { content: string; markup: string }
}

const closingsOf = new WeakMap<InlineState, Closings>()

/**
 * A formula in running text. Its token holds the TeX as `content` and the whole source as `markup`;
 * the type says whether it is displayed on a line of its own.
 */
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

/**
 * A formula in lines of its own: from a line that starts with `$$` or `\[` to the line that ends with
 * the closing mark. A blank line ends it too, and then it was none: its lines are text.
 */
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
