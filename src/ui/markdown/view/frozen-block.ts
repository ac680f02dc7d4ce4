import { type Block, lineOffset } from '../grammar/block-tree.ts'
import type { Env, StateBlock, Token } from '../grammar/grammar.ts'
import { closeNode, type TreeNode } from '../grammar/tree.ts'

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
interface Parsed {
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

/** A 53-bit number that tells whether two runs of tokens would look the same. */
export function fingerprint(tokens: readonly Token[], from: number, to: number): number {
  const mixer = { a: 0xdeadbeef, b: 0x41c6ce57 }
  for (let index = from; index < to; index += 1) {
    const token = tokens[index]
    if (token) mixToken(mixer, token)
  }
  return 4294967296 * (2097151 & mixer.b) + (mixer.a >>> 0)
}

interface Mixer {
  a: number
  b: number
}

function mixToken(mixer: Mixer, token: Token): void {
  mix(mixer, token.type)
  mix(mixer, token.tag)
  mix(mixer, token.content)
  if (token.type === 'fence') mix(mixer, token.info)
  if (token.hidden) mix(mixer, 'hidden')
  for (const [name, value] of token.attrs ?? []) mix(mixer, `${name}=${value}`)
}

function mix(mixer: Mixer, text: string): void {
  let { a, b } = mixer
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  mixer.a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  mixer.b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
}
