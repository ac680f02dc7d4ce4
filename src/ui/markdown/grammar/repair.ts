import { fingerprint, type FrozenBlock } from '../view/frozen-block.ts'
import { build, domOf, patchNode } from '../view/patch.ts'
import type { Workshop } from '../view/patch.ts'
import { renderBlock } from '../view/render.ts'
import { blockTree } from './block-tree.ts'
import { blockState, markdown, tokenizeInline } from './grammar.ts'
import type { Env, StateBlock } from './grammar.ts'
import type { LinkPolicy } from './link-policy.ts'
import { closeNode } from './tree.ts'
import type { TreeNode } from './tree.ts'

/**
 * Compares the frozen blocks with the blocks of the whole text and replaces those that differ:
 * paragraphs that mention a link defined after them, above all. What is missing at the end goes into `end`.
 * Stops after each block, so that a long text can be compared in several tasks. Returns how many were touched.
 */
export function* repair(
  frozen: readonly FrozenBlock[],
  source: string,
  end: HTMLElement,
  policy: LinkPolicy,
  shop: Workshop,
): Generator<undefined, number, undefined> {
  const env: Env = { references: Object.create(null) }
  const state = blockState(source, env)
  yield* tokenizeBlocks(state)
  const { tokens } = state
  const definitions = Object.keys(env.references ?? {}).length
  const blocks = blockTree(tokens)
  const prints = blocks.map((block) => fingerprint(tokens, block.from, block.to))
  const same = (a: number, b: number) => frozen[a]?.fingerprint === prints[b]

  let prefix = 0
  const shorter = Math.min(frozen.length, blocks.length)
  while (prefix < shorter && same(prefix, prefix)) prefix += 1
  let suffix = 0
  while (
    suffix < shorter - prefix &&
    same(frozen.length - 1 - suffix, blocks.length - 1 - suffix)
  ) {
    suffix += 1
  }

  let touched = 0
  const render = (index: number): TreeNode | null => {
    const block = blocks[index]
    if (!block) return null
    tokenizeInline(tokens.slice(block.from, block.to), env)
    return renderBlock(block, policy)[0] ?? null
  }
  const refresh = (old: FrozenBlock | undefined, index: number) => {
    if (!old?.node || !old.brackets || old.definitions === definitions) return
    const next = render(index)
    if (!next) return
    closeNode(patchNode(old.node, next, shop))
    touched += 1
  }
  for (let index = 0; index < prefix; index += 1) {
    refresh(frozen[index], index)
    yield
  }
  for (let back = 1; back <= suffix; back += 1) {
    refresh(frozen[frozen.length - back], blocks.length - back)
    yield
  }

  const olds = frozen.slice(prefix, frozen.length - suffix)
  const fresh = blocks.slice(prefix, blocks.length - suffix)
  touched += Math.max(olds.length, fresh.length)
  const anchor = firstDom(frozen.slice(frozen.length - suffix))
  const parent = anchor?.parentNode ?? end
  for (const old of olds) {
    const dom = old.node ? domOf(old.node) : null
    dom?.parentNode?.removeChild(dom)
  }
  fresh.forEach((_, index) => {
    const node = render(prefix + index)
    if (!node) return
    parent.insertBefore(build(node, shop), anchor)
    closeNode(node)
  })
  return touched
}

function* tokenizeBlocks(state: StateBlock): Generator<undefined, void, undefined> {
  const rules = markdown.block.ruler.getRules('')
  for (;;) {
    const line = (state.line = state.skipEmptyLines(state.line))
    if (line >= state.lineMax) return
    rules.some((rule) => rule(state, line, state.lineMax, false))
    yield
  }
}

function firstDom(blocks: readonly FrozenBlock[]): Node | null {
  for (const { node } of blocks) if (node) return domOf(node)
  return null
}
