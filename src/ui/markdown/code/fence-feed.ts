import { blockState } from '../grammar/grammar.ts'
import { completeLines, lineOffset } from '../grammar/source-lines.ts'
import type { FenceFrame } from '../view/frames.ts'

/** What an open fence made of new source: text to show, source used up, or the end of the fence. */
export interface FenceFeed {
  text: string
  used: number
  closed: boolean
}

/**
 * Reads the new source of an open fence, each character once. A last, incomplete line that could
 * still become the closing line is left unused.
 */
export function feedFence(fence: FenceFrame, source: string): FenceFeed {
  let used = 0
  let text = ''
  if (!fence.lineStart) {
    used = source.indexOf('\n') + 1 || source.length
    text = source.slice(0, used)
    if (!text.endsWith('\n')) return { text, used, closed: false }
    fence.lineStart = true
  }
  const rest = source.slice(used)
  if (rest === '') return { text, used, closed: false }
  const state = blockState(rest, {})
  const { indent } = fence.context
  const complete = completeLines(state)
  let line = 0
  for (; line < state.lineMax; line += 1) {
    const column = state.sCount[line] ?? 0
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const content = rest.slice(start, state.eMarks[line])
    if (content !== '' && column < indent) return { text: '', used: 0, closed: true }
    const maybeEnd = column - indent < 4 && isMarkers(content, fence.markup)
    if (line >= complete) {
      if (content === '' || maybeEnd) break
      text += state.getLines(0, line, fence.strip, true)
      text += state.getLines(line, line + 1, fence.strip, false)
      fence.lineStart = false
      return { text, used: source.length, closed: false }
    }
    if (maybeEnd && content.trim().length >= fence.markup.length) {
      return { text: '', used: 0, closed: true }
    }
  }
  text += state.getLines(0, line, fence.strip, true)
  return { text, used: used + lineOffset(state, line), closed: false }
}

function isMarkers(content: string, markup: string): boolean {
  const line = content.replace(/(?<![ \t])[ \t]+$/, '')
  return line !== '' && line === markup.charAt(0).repeat(line.length)
}
