import {
  type Block,
  blockTree,
  completeLines,
  hideParagraphs,
  isLoose,
  lineOffset,
  type OpenSource,
  showParagraphs,
} from '../grammar/block-tree.ts'
import {
  blockState,
  type Env,
  listRule,
  markdown,
  type StateBlock,
  tokenizeInline,
} from '../grammar/grammar.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import { closeNode, tableBody, type TreeNode } from '../grammar/tree.ts'
import { finalBlocks, isClosedFence } from './final-blocks.ts'
import {
  type Context,
  continuesList,
  enter,
  type FenceFrame,
  type Frame,
  itemContext,
  type ItemFrame,
  type ListFrame,
  markerOf,
  type TableFrame,
} from './frames.ts'
import { patchChildren, type Workshop } from './patch.ts'
import { renderBlocks } from './render.ts'

/** The open containers at the end of the text, outermost first, and how each one grows. */
export class Containers {
  private readonly frames: Frame[] = []
  private readonly source: OpenSource
  private readonly policy: LinkPolicy
  private readonly shop: Workshop

  constructor(source: OpenSource, policy: LinkPolicy, shop: Workshop) {
    this.source = source
    this.policy = policy
    this.shop = shop
  }

  /** The innermost open container: where the tail starts. */
  top(): Frame | undefined {
    return this.frames.at(-1)
  }

  /** Lets the tail start at the outermost container again. */
  reopenAll(): void {
    if (this.frames.length > 0) this.reopen(0)
  }

  /** Tokenises the tail inside `top`. False when that container ended: then it must be done again. */
  parse(top: Frame, state: StateBlock, env: Env): boolean {
    if (top.kind === 'fence') return this.parseFence(top)
    if (top.kind === 'item') return this.parseItem(top, state, env)
    if (top.kind === 'list') return this.parseList(top, state, env)
    return this.parseTable(top, state, env)
  }

  private parseFence(fence: FenceFrame): boolean {
    const feed = feedFence(fence, this.source.tail)
    if (feed.closed) {
      this.reopen(this.frames.length - 1)
      return false
    }
    if (feed.text !== '') {
      fence.node.text += feed.text
      fence.node.block?.append(feed.text)
    }
    this.source.advance(feed.used)
    return true
  }

  private parseTable(table: TableFrame, state: StateBlock, env: Env): boolean {
    enter(state, table.context)
    markdown.block.tokenize(state, 0, state.lineMax)
    const blocks = blockTree(state.tokens)
    const [block, after] = blocks
    if (block?.token.type !== 'table_open' || after || state.line < state.lineMax) {
      this.reopen(this.frames.length - 1)
      return false
    }
    if (block.end < completeLines(state)) {
      this.reopen(this.frames.length - 1)
      return false
    }
    tokenizeInline(state.tokens, env)
    const rows = block.children[1]?.children ?? []
    patchChildren(table.node, table.keep, renderBlocks(rows, this.policy), this.shop)
    const last = rows.at(-1)
    if (last && rows.length > 1) {
      table.keep += rows.length - 1
      this.source.advance(lineOffset(state, last.start) - table.columns.length)
    }
    return true
  }

  private parseList(list: ListFrame, state: StateBlock, env: Env): boolean {
    enter(state, list.context)
    const matched = listRule(state, 0, state.lineMax, false)
    const rest = state.skipEmptyLines(state.line)
    const [block] = blockTree(state.tokens)
    if (!matched || !block || rest < state.lineMax) {
      this.reopen(this.frames.indexOf(list))
      return false
    }
    if (list.loose) showParagraphs(block)
    else if (isLoose(block)) {
      this.reopen(this.frames.indexOf(list))
      return false
    }
    tokenizeInline(state.tokens, env)
    patchChildren(list.node, list.keep, renderBlocks(block.children, this.policy), this.shop)
    this.freezeItems(list, block, state, 0)
    return true
  }

  private parseItem(item: ItemFrame, state: StateBlock, env: Env): boolean {
    const { list } = item
    enter(state, item.inside)
    markdown.block.tokenize(state, 0, state.lineMax)
    const end = state.line
    const gap = state.tokens.length > 0 && (state.isEmpty(0) || !state.tight)
    const blocks = blockTree(state.tokens)
    const ended = end < state.lineMax
    const continued = ended && continuesList(state, end, list)
    const gapAfter = continued && end > 0 && state.isEmpty(end - 1)
    if ((ended && !continued) || (!list.loose && (gap || gapAfter))) {
      this.reopen(this.frames.indexOf(list))
      return false
    }
    if (!list.loose) hideParagraphs(blocks)
    tokenizeInline(state.tokens, env)
    patchChildren(item.node, item.keep, renderBlocks(blocks, this.policy), this.shop)
    if (ended) {
      this.frames.pop()
      closeNode(item.node)
      list.keep = list.node.children.length
      this.source.advance(lineOffset(state, end))
      return false
    }
    enter(state, item.inside)
    this.freezeChildren(item, blocks, state, 0)
    return true
  }

  /** Freezes what is final in the open last block. `base`: source the tail has already left behind. */
  open(block: Block, node: TreeNode, context: Context, state: StateBlock, base: number): void {
    const { type } = block.token
    const kept = { context, mark: this.source.mark() }
    if (node.kind === 'code') {
      enter(state, context)
      if (type !== 'fence' || isClosedFence(block, state)) return
      const complete = completeLines(state)
      // Two lines, because "``` a | b" is the head of a table when dashes follow.
      if (block.start + 2 > complete) return
      const strip = state.sCount[block.start] ?? 0
      node.text = state.getLines(block.start + 1, complete, strip, true)
      node.block?.update(node.text)
      const { markup } = block.token
      const fence: FenceFrame = { kind: 'fence', node, markup, strip, lineStart: true, ...kept }
      this.frames.push(fence)
      this.source.advance(lineOffset(state, complete) - base)
      this.parseFence(fence)
    } else if (type === 'table_open' && node.kind === 'element') {
      const body = tableBody(node)
      const rows = block.children[1]?.children ?? []
      const last = rows.at(-1)
      if (!body || !last || rows.length < 2 || block.end < state.lineMax) return
      const columns = state.src.slice(
        lineOffset(state, block.start),
        lineOffset(state, block.start + 2),
      )
      this.frames.push({ kind: 'table', node: body, keep: rows.length - 1, columns, ...kept })
      this.source.advance(lineOffset(state, last.start) - base)
    } else if (type.endsWith('_list_open') && node.kind === 'element') {
      const loose = isLoose(block)
      const marker = markerOf(state, block.children[0]?.start ?? 0)
      const list: ListFrame = { kind: 'list', node, keep: 0, marker, loose, ...kept }
      this.frames.push(list)
      if (!this.freezeItems(list, block, state, base)) this.frames.pop()
    }
  }

  private freezeItems(list: ListFrame, block: Block, state: StateBlock, base: number): boolean {
    const item = block.children.at(-1)
    const node = list.node.children.at(-1)
    if (!item || node?.kind !== 'element' || item.start >= completeLines(state)) return false
    const start = lineOffset(state, item.start)
    const keep = list.node.children.length - 1
    const before = this.frames.length
    for (const done of list.node.children.slice(list.keep, keep)) closeNode(done)
    list.keep = keep
    this.source.advance(start - base)
    enter(state, list.context)
    const inside = itemContext(state, item.start, list.context)
    if (inside) {
      enter(state, inside)
      const frame: ItemFrame = { kind: 'item', node, keep: 0, list, inside }
      this.frames.push(frame)
      if (!this.freezeChildren(frame, item.children, state, start, item.start)) this.frames.pop()
    }
    return start > base || this.frames.length > before
  }

  private freezeChildren(
    item: ItemFrame,
    blocks: readonly Block[],
    state: StateBlock,
    base: number,
    firstLine = -1,
  ): boolean {
    const final = finalBlocks(blocks, state.tokens, state)
    const next = blocks[final]
    const last = blocks[final - 1]
    const startLine = next?.start ?? last?.end ?? 0
    if (firstLine >= 0 && (final === 0 || startLine <= firstLine)) return false
    const start = lineOffset(state, startLine)
    if (final > 0) {
      const count = blocks.slice(0, final).reduce((sum, block) => sum + block.size, 0)
      for (const done of item.node.children.slice(item.keep, item.keep + count)) closeNode(done)
      item.keep += count
      this.source.advance(start - base)
    }
    const node = item.node.children.at(-1)
    if (next && node && final === blocks.length - 1) {
      this.open(next, node, item.inside, state, final > 0 ? start : base)
    }
    return true
  }

  /** Drops the frames from `index` on, so that their container is tokenised again from its start. */
  private reopen(index: number): void {
    const frame = this.frames[index]
    this.frames.length = index
    if (frame && frame.kind !== 'item') this.source.back(frame.mark)
  }
}

interface FenceFeed {
  text: string
  used: number
  closed: boolean
}

/** Reads new source of an open fence once; a last line that could still close it is left unused. */
function feedFence(fence: FenceFrame, source: string): FenceFeed {
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
