import type { Block } from './block-tree.ts'
import { blockTree, hideParagraphs, isLoose, showParagraphs } from './block-tree.ts'
import { feedFence } from './fence-feed.ts'
import { finalBlocks, isClosedFence } from './final-blocks.ts'
import { fingerprint } from './fingerprint.ts'
import { continuesList, enter, itemContext, markerOf, rootContext } from './frames.ts'
import type { Context, FenceFrame, Frame, ItemFrame, ListFrame, TableFrame } from './frames.ts'
import { blockState, listRule, markdown, tokenizeInline } from './grammar.ts'
import type { Env, StateBlock, Token } from './grammar.ts'
import type { LinkPolicy } from './link-policy.ts'
import { patchChildren } from './patch.ts'
import type { Workshop } from './patch.ts'
import { renderBlocks } from './render.ts'
import type { Sections } from './sections.ts'
import { completeLines, lineOffset } from './source-lines.ts'
import { closeCode, leafOf, tableBody } from './tree.ts'
import type { TreeNode } from './tree.ts'

/** A block of the document that is frozen, with what is needed to tell whether it stayed true. */
export interface FrozenBlock {
  fingerprint: number
  node: TreeNode | null
  /** Whether a link reference defined later could change it. */
  brackets: boolean
  /** How many definitions were known when it was made; -1 when some were not final. */
  definitions: number
}

/** A block that has grown by less than this share of itself shows the new text raw for a moment. */
const growth = 1 / 32

/** A last line like this may become anything, so it waits for its next character. */
const undecided = /^[-+*_=~`#>|:\s]*(?:\d{1,9}[.)]?\s*)?(?:\[[ xX]?\]?)?$/
const undecidedLength = 16

/**
 * The incremental block layer: keeps the DOM of a growing Markdown text.
 *
 * `tail` is the source that is tokenised at each paint. Blocks that no later text can change are
 * frozen and leave it. Inside a long open list, table or fence, a stack of frames remembers the
 * context, so that the tail is only the last item, row or line. When such a container closes it is
 * tokenised once more as a whole, so its DOM is the tokenizer's own result.
 */
export class BlockStream {
  readonly frozen: FrozenBlock[] = []
  readonly definitions: Record<string, { href: string; title: string }> = Object.create(null)
  /** Characters given to the tokenizer so far: the cost that must stay proportional to the text. */
  tokenised = 0
  private tail = ''
  private head: string[] = []
  private frames: Frame[] = []
  private fresh = 0
  private raw: Text | null = null
  private readonly sections: Sections
  private readonly policy: LinkPolicy
  private readonly shop: Workshop

  constructor(sections: Sections, policy: LinkPolicy, shop: Workshop) {
    this.sections = sections
    this.policy = policy
    this.shop = shop
  }

  /** Takes more source, with line endings already normalised. */
  append(source: string): void {
    this.tail += source
    this.fresh += source.length
  }

  /** Shows what was appended. Returns whether everything is tokenised, not only shown raw. */
  paint(whole = false): boolean {
    const fence = this.frames.at(-1)?.kind === 'fence'
    if (!fence && !whole && this.fresh < this.tail.length * growth) {
      this.showRaw()
      return false
    }
    this.fresh = 0
    this.removeRaw()
    while (!this.parse(true));
    return true
  }

  /** Freezes everything: the text is complete. */
  finish(): void {
    this.removeRaw()
    if (this.frames.length > 0) this.reopen(0)
    this.parse(false)
    this.frozen.push(...this.freezeRoot(this.lastBlocks.length))
    this.tail = ''
  }

  private lastBlocks: Block[] = []
  private lastTokens: Token[] = []
  private lastEnv: Env = {}

  /** Tokenises the tail once. False when a container closed and its parent must be parsed again. */
  private parse(streaming: boolean): boolean {
    const top = this.frames.at(-1)
    if (top?.kind === 'fence') return this.parseFence(top)
    const source = streaming ? withoutUndecided(this.tail) : this.tail
    const columns = top?.kind === 'table' ? top.columns : ''
    this.tokenised += source.length
    const references = Object.create(this.definitions)
    const env = { references }
    const state = blockState(columns + source, env)
    if (top?.kind === 'item') return this.parseItem(top, state, env)
    if (top?.kind === 'list') return this.parseList(top, state, env)
    if (top?.kind === 'table') return this.parseTable(top, state, env)
    enter(state, rootContext)
    markdown.block.tokenize(state, 0, state.lineMax)
    tokenizeInline(state.tokens, env)
    this.lastBlocks = blockTree(state.tokens)
    this.lastTokens = state.tokens
    this.lastEnv = env
    const section = this.sections.open()
    patchChildren(section, 0, this.render(this.lastBlocks), this.shop)
    if (!streaming) return true
    const final = finalBlocks(this.lastBlocks, state.tokens, state)
    const next = this.lastBlocks[final]
    const size = lineOffset(state, next ? next.start : (this.lastBlocks[final - 1]?.end ?? 0))
    if (final > 0) {
      this.frozen.push(...this.freezeRoot(final))
      this.tail = this.tail.slice(size)
      this.sections.grew(size)
    }
    if (next && final === this.lastBlocks.length - 1) {
      const node = this.sections.open().children.at(-1)
      if (node) this.descend(next, node, rootContext, state, final > 0 ? size : 0)
    }
    return true
  }

  private parseFence(fence: FenceFrame): boolean {
    const feed = feedFence(fence, this.tail)
    this.tokenised += this.tail.length
    if (feed.closed) {
      this.reopen(this.frames.length - 1)
      return false
    }
    if (feed.text !== '') {
      fence.node.text += feed.text
      fence.node.block?.append(feed.text)
    }
    this.advance(feed.used)
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
    patchChildren(table.node, table.keep, this.render(rows), this.shop)
    const last = rows.at(-1)
    if (last && rows.length > 1) {
      table.keep += rows.length - 1
      this.advance(lineOffset(state, last.start) - table.columns.length)
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
    patchChildren(list.node, list.keep, this.render(block.children), this.shop)
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
    patchChildren(item.node, item.keep, this.render(blocks), this.shop)
    if (ended) {
      this.frames.pop()
      closeCode(item.node)
      list.keep = list.node.children.length
      this.advance(lineOffset(state, end))
      return false
    }
    enter(state, item.inside)
    this.freezeChildren(item, blocks, state, 0)
    return true
  }

  /** Freezes what is final in the open last block, and steps into it. */
  private descend(
    block: Block,
    node: TreeNode,
    context: Context,
    state: StateBlock,
    base: number,
  ): void {
    const { type } = block.token
    const kept = { context, head: this.head.length }
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
      this.advance(lineOffset(state, complete) - base)
      this.parseFence(fence)
    } else if (type === 'table_open' && node.kind === 'element') {
      const body = tableBody(node)
      const rows = block.children[1]?.children ?? []
      const last = rows.at(-1)
      if (!body || !last || rows.length < 2 || block.end < state.lineMax) return
      const columns = state.src.slice(lineOffset(state, block.start), lineOffset(state, block.start + 2))
      this.frames.push({ kind: 'table', node: body, keep: rows.length - 1, columns, ...kept })
      this.advance(lineOffset(state, last.start) - base)
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
    for (const done of list.node.children.slice(list.keep, keep)) closeCode(done)
    list.keep = keep
    this.advance(start - base)
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
      for (const done of item.node.children.slice(item.keep, item.keep + count)) closeCode(done)
      item.keep += count
      this.advance(start - base)
    }
    const node = item.node.children.at(-1)
    if (next && node && final === blocks.length - 1) {
      this.descend(next, node, item.inside, state, final > 0 ? start : base)
    }
    return true
  }

  private render(blocks: readonly Block[]): TreeNode[] {
    return renderBlocks(blocks, this.policy)
  }

  private freezeRoot(count: number): FrozenBlock[] {
    const { children } = this.sections.open()
    const tokens = this.lastTokens
    const own = Object.keys(this.lastEnv.references ?? {}).length > 0
    const known = own ? -1 : Object.keys(this.definitions).length
    return this.lastBlocks.slice(0, count).map((block) => {
      let brackets = false
      for (let index = block.from; index < block.to; index += 1) {
        const token = tokens[index]
        if (token?.type === 'inline' && token.content.includes('[')) brackets = true
        if (token?.type === 'reference_definition') this.define(String(token.meta?.label))
      }
      const node =
        block.token.type === 'reference_definition' ? null : (children.shift() ?? null)
      if (node) closeCode(node)
      const print = fingerprint(tokens, block.from, block.to)
      return { fingerprint: print, node, brackets, definitions: known }
    })
  }

  private define(label: string): void {
    const found = this.lastEnv.references?.[label]
    if (found) this.definitions[label] ??= found
  }

  /** Drops the frames from `index` on, so that their container is tokenised again from its start. */
  private reopen(index: number): void {
    const frame = this.frames[index]
    const head = frame && frame.kind !== 'item' ? frame.head : 0
    this.frames.length = index
    this.tail = this.head.splice(head).join('') + this.tail
  }

  private advance(size: number): void {
    if (size <= 0) return
    this.head.push(this.tail.slice(0, size))
    this.tail = this.tail.slice(size)
  }

  private showRaw(): void {
    const words = this.tail.slice(-this.fresh)
    if (this.raw) {
      this.raw.data = words
      return
    }
    const top = this.frames.at(-1)
    const leaf = leafOf(top && top.kind !== 'fence' ? top.node : this.sections.open())
    this.raw = this.shop.document.createTextNode(words)
    leaf?.appendChild(this.raw)
  }

  private removeRaw(): void {
    this.raw?.remove()
    this.raw = null
  }
}

function withoutUndecided(source: string): string {
  const start = source.lastIndexOf('\n') + 1
  if (source.length - start > undecidedLength) return source
  return undecided.test(source.slice(start)) ? source.slice(0, start) : source
}
