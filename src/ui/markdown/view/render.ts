import type { Block } from '../grammar/block-tree.ts'
import { markdown } from '../grammar/grammar.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import { element, text } from '../grammar/tree.ts'
import type { ElementNode, TreeNode } from '../grammar/tree.ts'
import { mathNode, renderInline } from './render-inline.ts'

/** A table that scrolls sideways must be reachable by keyboard. */
const tableAttributes = { class: 'md-table', tabindex: '0', role: 'group', 'aria-label': 'Table' }
const barAttributes = { class: 'md-table-bar' }
const taskAttributes = { class: 'md-task' }
const alignments: Record<string, Readonly<Record<string, string>>> = {
  'text-align:left': { class: 'md-left' },
  'text-align:center': { class: 'md-center' },
  'text-align:right': { class: 'md-right' },
}
const unaligned = {}

/** The nodes of one block: none for a definition, several for a paragraph of a tight list. */
export function renderBlock(block: Block, policy: LinkPolicy): TreeNode[] {
  const nodes = nodesOf(block, policy)
  block.size += nodes.length
  return nodes
}

function nodesOf(block: Block, policy: LinkPolicy): TreeNode[] {
  const { token } = block
  switch (token.type) {
    case 'reference_definition':
      return []
    case 'fence': {
      const language = markdown.utils.unescapeAll(token.info).trim().split(/\s+/, 1)[0] ?? ''
      return [{ kind: 'code', text: token.content, language, block: null }]
    }
    case 'code_block':
      return [{ kind: 'code', text: token.content, language: '', block: null }]
    case 'math_block':
      return [mathNode(token, true)]
    case 'math_open':
      return [element('p', [text(token.markup)])]
    case 'paragraph_open':
      return token.hidden ? inlineOf(block, policy) : [element('p', inlineOf(block, policy))]
    case 'list_item_open':
      return [renderItem(block, policy)]
    case 'ordered_list_open': {
      const start = token.attrGet('start')
      const items = renderBlocks(block.children, policy)
      return [start === null ? element('ol', items) : element('ol', items, { start: `${start}` })]
    }
    case 'table_open':
      return [
        element(
          'div',
          [tableBar(), element('table', renderBlocks(block.children, policy))],
          tableAttributes,
        ),
      ]
    case 'th_open':
    case 'td_open': {
      const attributes = alignments[String(token.attrGet('style') ?? '')] ?? unaligned
      return [element(token.tag, inlineOf(block, policy), attributes)]
    }
    default:
      return [
        element(
          token.tag,
          block.inline ? inlineOf(block, policy) : renderBlocks(block.children, policy),
        ),
      ]
  }
}

function tableBar(): ElementNode {
  return element(
    'div',
    [tableButton('TSV', 'tsv'), tableButton('Markdown', 'markdown')],
    barAttributes,
  )
}

function tableButton(words: string, form: string): ElementNode {
  return element('button', [text(words)], {
    type: 'button',
    class: 'md-table-copy',
    'data-form': form,
    'aria-label': `Copy table as ${words}`,
  })
}

/** The nodes of several blocks, in order. */
export function renderBlocks(blocks: readonly Block[], policy: LinkPolicy): TreeNode[] {
  return blocks.flatMap((block) => renderBlock(block, policy))
}

function inlineOf(block: Block, policy: LinkPolicy): TreeNode[] {
  return renderInline(block.inline?.children ?? [], policy)
}

function renderItem(block: Block, policy: LinkPolicy): ElementNode {
  const children = renderBlocks(block.children, policy)
  const first = block.children[0]
  if (first?.token.type !== 'paragraph_open') return element('li', children)
  const holder = first.token.hidden ? children : elementChildren(children[0])
  const words = holder[0]
  const mark = words?.kind === 'text' ? /^\[([ xX])\](?=\s)/.exec(words.text) : null
  if (words?.kind !== 'text' || !mark) return element('li', children)
  const done = mark[1] !== ' '
  const box = element('input', [], {
    type: 'checkbox',
    disabled: '',
    'aria-label': done ? 'Done' : 'Not done',
    ...(done ? { checked: '' } : {}),
  })
  if (first.token.hidden) first.size += 1
  holder.splice(0, 1, box, text(words.text.slice(mark[0].length)))
  return element('li', children, taskAttributes)
}

function elementChildren(node: TreeNode | undefined): TreeNode[] {
  return node?.kind === 'element' ? node.children : []
}
