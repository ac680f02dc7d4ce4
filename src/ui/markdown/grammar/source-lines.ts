import type { StateBlock } from './grammar.ts'

/**
 * The number of lines that ended with a newline. The tokenizer does not count a last line of only
 * white space, so neither its count nor its end-of-source position can be trusted there.
 */
export function completeLines(state: StateBlock): number {
  const last = state.lineMax - 1
  return last >= 0 && state.src[state.eMarks[last] ?? 0] !== '\n' ? last : state.lineMax
}

/** Where a line starts in the source; for the line after the last, where its text will come. */
export function lineOffset(state: StateBlock, line: number): number {
  if (line < state.lineMax) return state.bMarks[line] ?? 0
  const last = state.lineMax - 1
  return last < 0 ? 0 : Math.min((state.eMarks[last] ?? 0) + 1, state.src.length)
}

/** The text of a line without its leading white space. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}
