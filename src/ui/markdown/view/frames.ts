import { lineText } from '../grammar/block-tree.ts'
import type { StateBlock } from '../grammar/grammar.ts'
import type { CodeNode, ElementNode } from '../grammar/tree.ts'

/** Where block tokenizing happens: the indentation a line needs to belong, as markdown-it counts. */
export interface Context {
  indent: number
  listIndent: number
  parentType: 'root' | 'list'
}

/**
 * An open container whose earlier parts are frozen. The source still to be tokenised starts inside
 * it; `mark` is where the container itself starts in the kept source, so that it can be tokenised
 * once more, whole, when it closes.
 */
export type Frame = ListFrame | ItemFrame | TableFrame | FenceFrame

interface Kept {
  context: Context
  mark: number
}

/** An open list; the source starts at an item. */
export interface ListFrame extends Kept {
  kind: 'list'
  node: ElementNode
  keep: number
  marker: string
  loose: boolean
}

/** The last item of the list under it; the source starts at one of its blocks. */
export interface ItemFrame {
  kind: 'item'
  node: ElementNode
  keep: number
  list: ListFrame
  inside: Context
}

/** An open table; the source starts at a row, tokenised again under `columns` (its first lines). */
export interface TableFrame extends Kept {
  kind: 'table'
  node: ElementNode
  keep: number
  columns: string
}

/** An open fence; the source starts in its content, after `lineStart` is false in mid-line. */
export interface FenceFrame extends Kept {
  kind: 'fence'
  node: CodeNode
  markup: string
  strip: number
  lineStart: boolean
}

/** The context of the document itself. */
export const rootContext: Context = { indent: 0, listIndent: -1, parentType: 'root' }

/** Puts a tokenizer into a context. */
export function enter(state: StateBlock, context: Context): void {
  state.blkIndent = context.indent
  state.listIndent = context.listIndent
  state.parentType = context.parentType
  state.tight = true
}

const itemMarker = /^(?:([-+*])|\d{1,9}([.)]))(?=[ \t]|$)/

/** The character that marks the list item starting on a line, or '' when none does. */
export function markerOf(state: StateBlock, line: number): string {
  const match = itemMarker.exec(lineText(state, line))
  return match?.[1] ?? match?.[2] ?? ''
}

/** The context of the content of an item: markdown-it's own arithmetic, which it does not expose. */
export function itemContext(state: StateBlock, line: number, outside: Context): Context | null {
  const source = lineText(state, line)
  const match = itemMarker.exec(source)
  if (!match) return null
  const initial = (state.sCount[line] ?? 0) + match[0].length
  let offset = initial
  let position = match[0].length
  for (; position < source.length; position += 1) {
    if (source[position] === '\t') offset += 4 - (offset % 4)
    else if (source[position] === ' ') offset += 1
    else break
  }
  const after = position >= source.length || offset - initial > 4 ? 1 : offset - initial
  return { indent: initial + after, listIndent: outside.indent, parentType: 'list' }
}

/** Whether the line after a closed item starts the next item of the same list. */
export function continuesList(state: StateBlock, line: number, list: ListFrame): boolean {
  const { indent } = list.context
  const column = state.sCount[line] ?? 0
  if (column < indent || column - indent >= 4) return false
  enter(state, list.context)
  state.parentType = 'list'
  const ended = state.md.block.ruler
    .getRules('list')
    .some((rule) => rule(state, line, state.lineMax, true))
  return !ended && markerOf(state, line) === list.marker
}
