import type { StateBlock, StateInline } from 'markdown-it'

const definition = /^\[\^([^\s[\]^]{1,80})\]:[ \t]*/
const mark = /\[\^([^\s[\]^]{1,80})\]/y

/**
 * A note: `[^1]: words`, with what is indented below it. It stands where it was written, and is known by its
 * label among the references, so that what is said of a link that is defined later holds for its marks.
 */
export function noteBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const { blkIndent, parentType } = state
  const column = state.sCount[startLine] ?? 0
  const shift = state.tShift[startLine] ?? 0
  const start = state.bMarks[startLine] ?? 0
  if (column - blkIndent >= 4 || !state.src.startsWith('[^', start + shift)) return false
  const found = definition.exec(state.src.slice(start + shift, state.eMarks[startLine]))
  const label = found?.[1]
  if (found === null || label === undefined) return false
  if (silent) return true

  const key = keyOf(state, label)
  const references = (state.env.references ??= {})
  references[key] ??= { href: '', title: '' }
  const open = state.push('note_open', 'div', 1)
  open.content = label
  open.meta = { label: key }
  const lines: [number, number] = [startLine, 0]
  open.map = lines
  // Its first line begins after the colon, as if it were indented as the others are.
  state.blkIndent = blkIndent + 4
  state.parentType = 'blockquote'
  state.sCount[startLine] = state.blkIndent
  state.bMarks[startLine] = start + shift + found[0].length
  state.tShift[startLine] = 0
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent = blkIndent
  state.parentType = parentType
  state.sCount[startLine] = column
  state.bMarks[startLine] = start
  state.tShift[startLine] = shift
  lines[1] = state.line
  state.push('note_close', 'div', -1)
  return true
}

/** `[^1]`, where such a note is defined. In the words of a link it is not looked for: it would end them. */
export function noteMark(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (silent || !src.startsWith('[^', pos)) return false
  mark.lastIndex = pos
  const [markup, label] = mark.exec(src) ?? []
  if (markup === undefined || label === undefined || mark.lastIndex > state.posMax) return false
  if (state.env.references?.[keyOf(state, label)] === undefined) return false
  const token = state.push('note_mark', 'sup', 0)
  token.content = label
  token.markup = markup
  state.pos = mark.lastIndex
  return true
}

/** A name that no link can have: theirs are trimmed. */
function keyOf({ md }: Pick<StateInline, 'md'>, label: string): string {
  return ` ${md.utils.normalizeReference(`^${label}`)}`
}
