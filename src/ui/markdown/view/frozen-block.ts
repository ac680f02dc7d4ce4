import { type Block, lineOffset } from '../grammar/block-tree.ts'
import { fingerprint } from '../grammar/fingerprint.ts'
import type { Env, StateBlock, Token } from '../grammar/grammar.ts'
import { closeNode } from '../grammar/tree.ts'
import type { TreeNode } from '../grammar/tree.ts'

/** A top-level block that is frozen, with what is needed to tell whether it stayed true. */
export interface FrozenBlock {
  /** Characters of its source, with the empty lines after it. */
  size: number
  fingerprint: number
  node: TreeNode | null
  /** Whether a link reference defined later could change it. */
  brackets: boolean
  /** How many definitions were known when it was made; -1 when some were not final. */
  definitions: number
}

/** Link reference definitions by normalised label. */
export type Definitions = NonNullable<Env['references']>

/** What one pass of the tokenizer over the top level gave. */
export interface Parsed {
  blocks: Block[]
  tokens: Token[]
  state: StateBlock
  /** Definitions found in this pass, final or not; those known before are inherited. */
  references: Definitions
}

/** Freezes the first `count` blocks, with their nodes, and takes their definitions into `known`. */
export function freezeBlocks(
  { blocks, tokens, state, references }: Parsed,
  count: number,
  nodes: TreeNode[],
  known: Definitions,
): FrozenBlock[] {
  const definitions = Object.keys(references).length > 0 ? -1 : Object.keys(known).length
  return blocks.slice(0, count).map((block, index) => {
    let brackets = false
    for (const token of tokens.slice(block.from, block.to)) {
      if (token.type === 'inline' && token.content.includes('[')) brackets = true
      // The definition of a link, or of a note.
      const label = token.meta?.['label']
      if (typeof label === 'string') {
        const found = references[label]
        if (found) known[label] ??= found
      }
    }
    const isDefinition = block.token.type === 'reference_definition'
    const node = isDefinition ? null : (nodes.shift() ?? null)
    if (node) closeNode(node)
    const print = fingerprint(tokens, block.from, block.to)
    const end = lineOffset(state, blocks[index + 1]?.start ?? block.end)
    const size = end - lineOffset(state, block.start)
    return { size, fingerprint: print, node, brackets, definitions }
  })
}
