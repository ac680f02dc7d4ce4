import type { StateBlock, Token } from './grammar.ts'

/** One block of the document: a leaf, or a container with its child blocks. */
export interface Block {
  /** The opening token, or the only one. */
  token: Token
  /** The text of a paragraph, heading or cell, not yet tokenised unless `children` is filled. */
  inline: Token | null
  children: Block[]
  /** Lines `[start, end)` of the parsed source. */
  start: number
  end: number
  /** Tokens `[from, to)` of the parsed stream. */
  from: number
  to: number
  /** How many nodes it was rendered to. */
  size: number
}

/** Folds a flat stream of block tokens into a tree. */
export function blockTree(tokens: readonly Token[]): Block[] {
  const roots: Block[] = []
  const open: Block[] = []
  tokens.forEach((token, index) => {
    const parent = open.at(-1)
    if (token.nesting === -1) {
      const closed = open.pop()
      if (closed) closed.to = index + 1
      return
    }
    if (token.type === 'inline') {
      if (parent) parent.inline = token
      return
    }
    const [start, end] = token.map ?? [parent?.start ?? 0, parent?.end ?? 0]
    const block = {
      token,
      inline: null,
      children: [],
      start,
      end,
      from: index,
      to: index + 1,
      size: 0,
    }
    ;(parent ? parent.children : roots).push(block)
    if (token.nesting === 1) open.push(block)
  })
  return roots
}

/** Whether a list shows its paragraphs as paragraphs: some blank line separates its parts. */
export function isLoose(list: Block): boolean {
  return list.children.some((item) => item.children.some(isShownParagraph))
}

/** Makes the paragraphs directly in the items of a list shown. */
export function showParagraphs(list: Block): void {
  for (const item of list.children) setHidden(item.children, false)
}

/** Makes paragraphs among these blocks lose their own element, as in a tight list. */
export function hideParagraphs(blocks: readonly Block[]): void {
  setHidden(blocks, true)
}

function setHidden(blocks: readonly Block[], hidden: boolean): void {
  for (const block of blocks) {
    if (block.token.type === 'paragraph_open') block.token.hidden = hidden
  }
}

function isShownParagraph(block: Block): boolean {
  return block.token.type === 'paragraph_open' && !block.token.hidden
}

/** The source that is not frozen: `tail` is tokenised; the rest is kept to tokenise it again. */
export class OpenSource {
  tail = ''
  private kept: string[] = []

  append(source: string): void {
    this.tail += source
  }

  /** The name of the present position, to come back to. */
  mark(): number {
    return this.kept.length
  }

  /** Keeps `size` characters of the tail for later. */
  advance(size: number): void {
    if (size <= 0) return
    this.kept.push(this.tail.slice(0, size))
    this.tail = this.tail.slice(size)
  }

  /** Makes the tail start again where `mark` was called. */
  back(mark: number): void {
    this.tail = this.kept.splice(mark).join('') + this.tail
  }

  /** Forgets `size` characters of the tail: their blocks are frozen. */
  drop(size: number): void {
    this.tail = this.tail.slice(size)
  }
}

/** Lines that ended with a newline. The tokenizer does not count a last line of only white space. */
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
