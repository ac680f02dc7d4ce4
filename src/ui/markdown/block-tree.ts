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
    }
    ;(parent ? parent.children : roots).push(block)
    if (token.nesting === 1) open.push(block)
  })
  return roots
}
