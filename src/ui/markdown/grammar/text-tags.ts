import type { StateInline } from 'markdown-it'

const lineBreak = /<br *\/?>/iy
const opening = /<(sub|sup|kbd)>/iy
/** Characters within which a tag is closed: these mark a few words. */
const longest = 300

/**
 * The tags that Markdown has no marks for and models write: `<br>` for lines in a cell, and `sub`, `sup`
 * and `kbd`, bare and closed. They become what Markdown's own marks do, tokens; no HTML is passed on,
 * and every other tag, or one of these with anything in it, is text.
 */
export function textTag(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charAt(pos) !== '<') return false
  lineBreak.lastIndex = pos
  if (lineBreak.test(src)) {
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos = lineBreak.lastIndex
    return true
  }
  opening.lastIndex = pos
  const tag = opening.exec(src)?.[1]?.toLowerCase()
  if (tag === undefined) return false
  const start = opening.lastIndex
  const end = closingTag(state, tag, start)
  if (end < 0) return false
  if (!silent) {
    state.pos = start
    state.posMax = end
    state.push(`${tag}_open`, tag, 1)
    state.md.inline.tokenize(state)
    state.push(`${tag}_close`, tag, -1)
    state.posMax = posMax
  }
  state.pos = end + tag.length + 3
  return true
}

/** Where the closing tag begins, outside code and whatever else is one token; -1 where none is near. */
function closingTag(state: StateInline, tag: string, start: number): number {
  const close = `</${tag}>`
  const last = Math.min(state.posMax - close.length, start + longest)
  // Most that are never closed cost no more than this look.
  if (
    !state.src
      .slice(start, last + close.length)
      .toLowerCase()
      .includes(close)
  )
    return -1
  const { pos } = state
  let found = -1
  state.pos = start
  while (found < 0 && state.pos <= last) {
    const at = state.pos
    if (state.src.slice(at, at + close.length).toLowerCase() === close) found = at
    else state.md.inline.skipToken(state)
  }
  state.pos = pos
  return found
}
