import { blockTree, lineOffset, OpenSource } from '../grammar/block-tree.ts'
import { blockState, markdown, tokenizeInline } from '../grammar/grammar.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import type { Sections } from '../grammar/sections.ts'
import { leafOf } from '../grammar/tree.ts'
import { Containers } from './containers.ts'
import { finalBlocks } from './final-blocks.ts'
import { enter, rootContext } from './frames.ts'
import { type Definitions, freezeBlocks, type FrozenBlock } from './frozen-block.ts'
import { patchChildren, type Workshop } from './patch.ts'
import { renderBlocks } from './render.ts'

/** A block that has grown by less than this share of itself shows the new text raw for a moment. */
const growth = 1 / 32
/** The same while more is waiting: half of it is new, so that a long block costs few times its length. */
const growthOfMany = 1 / 2

/** A last line like this may become anything, so it waits for its next character. */
const undecided = /^[-+*_=~`#>|:$\s]*(?:\d{1,9}[.)]?\s*)?(?:\[[ xX]?\]?)?$/
const undecidedLength = 16

/** New text shown as it came, at the open end, until it is worth tokenising. */
class RawEnd {
  private node: Text | null = null

  show(words: string, leaf: HTMLElement | null): void {
    if (this.node) {
      this.node.data = words
      return
    }
    if (!leaf) return
    this.node = leaf.ownerDocument.createTextNode(words)
    leaf.appendChild(this.node)
  }

  remove(): void {
    this.node?.remove()
    this.node = null
  }
}

/**
 * The incremental block layer: keeps the DOM of a growing Markdown text.
 *
 * At each paint only the tail of the source is tokenised. Blocks that no later text can change are
 * frozen and leave it; inside a long open list, table or fence, `Containers` shortens it to the
 * last item, row or line. A container that closes is tokenised once more as a whole, so that its
 * DOM is the tokenizer's own result.
 */
export class BlockStream {
  readonly frozen: FrozenBlock[] = []
  /** Characters given to the tokenizer so far: the cost that must stay proportional to the text. */
  tokenised = 0
  private readonly known: Definitions = Object.create(null)
  private readonly source = new OpenSource()
  private readonly raw = new RawEnd()
  private readonly containers: Containers
  private readonly sections: Sections
  private readonly policy: LinkPolicy
  private readonly shop: Workshop
  private fresh = 0

  constructor(sections: Sections, policy: LinkPolicy, shop: Workshop) {
    this.sections = sections
    this.policy = policy
    this.shop = shop
    this.containers = new Containers(this.source, policy, shop)
  }

  /** Takes more source, with line endings already normalised. */
  append(source: string): void {
    this.source.append(source)
    this.fresh += source.length
  }

  /** Shows what was appended. Returns whether everything is tokenised, not only shown raw. */
  paint(whole = false, more = false): boolean {
    const { tail } = this.source
    const top = this.containers.top()
    // The head of a table is tokenised with each of its rows.
    const length = tail.length + (top?.kind === 'table' ? top.columns.length : 0)
    const least = length * (more ? growthOfMany : growth)
    if (top?.kind !== 'fence' && !whole && this.fresh < least) {
      this.raw.show(
        tail.slice(-this.fresh).replaceAll('`', ''),
        leafOf(top?.node ?? this.sections.open()),
      )
      return false
    }
    this.fresh = 0
    this.raw.remove()
    while (!this.parse(true));
    return true
  }

  /** Freezes everything: the text is complete. */
  finish(): void {
    this.raw.remove()
    this.containers.reopenAll()
    this.parse(false)
  }

  /** Tokenises the tail once. False when a container closed and its parent must be parsed again. */
  private parse(streaming: boolean): boolean {
    const { tail } = this.source
    const top = this.containers.top()
    const source = streaming && top?.kind !== 'fence' ? closedSpan(withoutUndecided(tail)) : tail
    const under = top?.kind === 'table' ? top.columns : ''
    this.tokenised += under.length + source.length
    const references: Definitions = Object.create(this.known)
    const env = { references }
    const state = blockState(under + source, env)
    if (top) return this.containers.parse(top, state, env)

    enter(state, rootContext)
    markdown.block.tokenize(state, 0, state.lineMax)
    const { tokens } = state
    tokenizeInline(tokens, env)
    const blocks = blockTree(tokens)
    patchChildren(this.sections.open(), 0, renderBlocks(blocks, this.policy), this.shop)
    const final = streaming ? finalBlocks(blocks, tokens, state) : blocks.length
    const next = blocks[final]
    const size = final > 0 ? lineOffset(state, next?.start ?? blocks[final - 1]?.end ?? 0) : 0
    const { children } = this.sections.open()
    const parsed = { blocks, tokens, state, references }
    const frozen = freezeBlocks(parsed, final, children, this.known)
    this.frozen.push(...frozen)
    this.source.drop(size)
    this.sections.froze(frozen)
    const node = this.sections.open().children.at(-1)
    if (next && node && final === blocks.length - 1) {
      this.containers.open(next, node, rootContext, state, size)
    }
    return true
  }
}

/** A code span that is still open on the last line is shown as code, not as a backtick and words. */
function closedSpan(source: string): string {
  const line = source.slice(source.lastIndexOf('\n') + 1)
  let open = ''
  let end = 0
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (open === '') open = run
    else if (open === run) open = ''
    end = index + run.length
  }
  // Three may be a fence. A run at the very end opens a span of what is not there yet.
  if (open === '' || open.length > 2 || source.includes('```')) return source
  return end === line.length ? source.slice(0, -open.length) : source + open
}

function withoutUndecided(source: string): string {
  const start = source.lastIndexOf('\n') + 1
  if (source.length - start > undecidedLength) return source
  return undecided.test(source.slice(start)) ? source.slice(0, start) : source
}

/** A text that only grows. `subscribe` calls after every change and returns the way to stop. */
export interface TextSource {
  text: () => string
  /** The text from `offset` on, in UTF-16 units: spares copying the whole of a long text. */
  since?: (offset: number) => string
  finished: () => boolean
  subscribe: (listener: () => void) => () => void
}
