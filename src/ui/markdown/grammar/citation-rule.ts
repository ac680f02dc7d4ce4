/** What the rule needs of the inline tokenizer's state. */
interface InlineState {
  src: string
  pos: number
  push: (type: string, tag: string, nesting: 0) => { content: string; markup: string }
}

/** `[REF]0[/REF]`, which counts from 0, and `^1^` or `^1,3^`, which count from 1. */
const fromZero = /\[REF\]\s?(\d{1,4}(?:,\s?\d{1,4}){0,15})\s?\[\/REF\]/y
const fromOne = /\^([1-9]\d{0,3}(?:,\s?[1-9]\d{0,3}){0,15})\^/y

/**
 * A citation marker in either spelling. Its token holds the numbers of the sources, counted from 0 and
 * joined by commas, as `content` and the source text as `markup`.
 */
export function citation(state: InlineState, silent: boolean): boolean {
  const { src, pos } = state
  const char = src.charAt(pos)
  if (char !== '[' && char !== '^') return false
  const spelling = char === '[' ? fromZero : fromOne
  spelling.lastIndex = pos
  const match = spelling.exec(src)
  if (match === null) return false
  if (!silent) {
    const first = char === '[' ? 0 : 1
    const token = state.push('citation', 'sup', 0)
    token.markup = match[0]
    token.content = (match[1] ?? '')
      .split(',')
      .map((number) => Number(number) - first)
      .join(',')
  }
  state.pos += match[0].length
  return true
}
