import type { Token } from './grammar.ts'

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
