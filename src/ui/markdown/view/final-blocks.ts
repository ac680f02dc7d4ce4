import { type Block, completeLines, lineText } from '../grammar/block-tree.ts'
import type { StateBlock, Token } from '../grammar/grammar.ts'

/**
 * How many of the leading blocks no later text can change.
 *
 * A block is final when the line that ended it is decided. A blank line before the next block
 * always decides. Without one, two complete lines are needed, because a table is recognised by its
 * second line. After something that may still grow into a link reference definition, only a blank
 * line or a line that cannot be part of one decides.
 */
export function finalBlocks(blocks: readonly Block[], tokens: readonly Token[], state: StateBlock) {
  const complete = completeLines(state)
  let final = 0
  let soft = false
  blocks.forEach((block, index) => {
    const next = blocks[index + 1]
    soft ||= mayBeDefinition(block, tokens, state)
    let hard: boolean
    if (!next) {
      const blank = block.end < complete && state.isEmpty(block.end)
      hard = endsItself(block, state) || (blank && !isOpenEnded(block))
    } else if (state.isEmpty(next.start - 1)) hard = true
    else {
      const decided = endsItself(block, state) || next.start + 2 <= complete
      hard = decided && !(soft && isContinuation(next))
    }
    if (hard) {
      soft = false
      final = index + 1
    }
  })
  return final
}

/** Whether a fenced block has its closing line. */
export function isClosedFence(block: Block, state: StateBlock): boolean {
  const last = block.end - 1
  if (last <= block.start) return false
  const line = lineText(state, last).trim()
  const { markup } = block.token
  const marker = markup.charAt(0)
  return (
    line.length >= markup.length &&
    line === marker.repeat(line.length) &&
    (state.sCount[last] ?? 0) - state.blkIndent < 4 &&
    (state.sCount[last] ?? 0) >= state.blkIndent
  )
}

function endsItself(block: Block, state: StateBlock): boolean {
  if (block.end > completeLines(state)) return false
  const { type, markup } = block.token
  if (type === 'hr' || type === 'math_block') return true
  // The head of a table can look like anything else until the line under it is known.
  if (lineText(state, block.start).includes('|') && block.end - block.start < 2) return false
  if (type === 'heading_open') return markup.startsWith('#')
  return type === 'fence' && isClosedFence(block, state)
}

function isOpenEnded(block: Block): boolean {
  const { type } = block.token
  return (
    type.endsWith('_list_open') || type === 'note_open' || type === 'fence' || type === 'code_block'
  )
}

function mayBeDefinition(block: Block, tokens: readonly Token[], state: StateBlock): boolean {
  if (lineText(state, block.start).startsWith('[')) return true
  for (let index = block.from; index < block.to; index += 1) {
    if (tokens[index]?.type === 'reference_definition') return true
  }
  return false
}

function isContinuation(block: Block): boolean {
  const { type, markup } = block.token
  return (
    type === 'paragraph_open' ||
    type === 'reference_definition' ||
    type === 'code_block' ||
    (type === 'heading_open' && !markup.startsWith('#'))
  )
}
