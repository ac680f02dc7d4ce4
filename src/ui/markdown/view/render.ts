import type { Block } from '../grammar/block-tree.ts'
import { markdown, type Token } from '../grammar/grammar.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import {
  type CitationNode,
  element,
  type ElementNode,
  type MathNode,
  text,
  type TreeNode,
} from '../grammar/tree.ts'
import { visibleBidi } from '../visible-bidi.ts'

/** Markers, columns and lines at the side stand where the words in them begin. */
const sided = { dir: 'auto' }
/** A table that scrolls sideways must be reachable by keyboard. */
const tableAttributes = {
  ...sided,
  class: 'md-table',
  tabindex: '0',
  role: 'group',
  'aria-label': 'Table',
}
/** With a direction of its own, so that its words say nothing about the table's. */
const barAttributes = { class: 'md-table-bar', dir: 'ltr' }
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
      return [element('ol', items, start === null ? sided : { ...sided, start: `${start}` })]
    }
    case 'bullet_list_open':
      return [element('ul', renderBlocks(block.children, policy), sided)]
    case 'blockquote_open':
      return [renderQuote(block, policy)]
    case 'note_open':
      return [renderNote(block, policy)]
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

const alert = /^\[!(note|tip|important|warning|caution)\][ \t]*$/i

function renderQuote(block: Block, policy: LinkPolicy): ElementNode {
  const first = block.children[0]
  const words = first?.inline?.children ?? []
  const kind =
    words[0]?.type === 'text' ? alert.exec(words[0].content)?.[1]?.toLowerCase() : undefined
  const isAlert = kind !== undefined && (words.length === 1 || words[1]?.type === 'softbreak')
  if (!isAlert) return element('blockquote', renderBlocks(block.children, policy), sided)
  const rest = words.slice(2)
  const children = renderBlocks(block.children.slice(1), policy)
  if (rest.length > 0) children.unshift(element('p', renderInline(rest, policy)))
  const title = text(kind.charAt(0).toUpperCase() + kind.slice(1))
  children.unshift(element('p', [title], { class: 'md-alert-title', dir: 'ltr' }))
  return element('blockquote', children, { ...sided, class: `md-alert md-alert-${kind}` })
}

function renderNote(block: Block, policy: LinkPolicy): ElementNode {
  const label = block.token.content
  const back = noteButton(label, 'md-note-back', `Back from note ${label}`)
  return element('div', [back, element('div', renderBlocks(block.children, policy), sided)], {
    class: 'md-note',
    tabindex: '-1',
    role: 'group',
    'aria-label': `Note ${label}`,
    'data-note': label.toLowerCase(),
  })
}

function elementChildren(node: TreeNode | undefined): TreeNode[] {
  return node?.kind === 'element' ? node.children : []
}

/** Deeper nesting than this is flattened: the browser would overflow its stack laying it out. */
const maxDepth = 60

function renderInline(tokens: readonly Token[], policy: LinkPolicy): TreeNode[] {
  const root: TreeNode[] = []
  /** Open elements; null stands for one that is not shown (a refused link, or too deep). */
  const open: (ElementNode | null)[] = []
  let into = root
  let links = 0

  const add = (node: TreeNode) => {
    const last = into.at(-1)
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text
    else if (node.kind !== 'text' || node.text !== '') into.push(node)
  }
  for (const token of tokens) {
    if (token.nesting === 1) {
      const made = open.length < maxDepth ? openElement(token, policy) : null
      if (made?.tag === 'a') links += 1
      if (made) {
        add(made)
        into = made.children
      }
      open.push(made)
    } else if (token.nesting === -1) {
      const closed = open.pop()
      if (closed?.tag === 'a') links -= 1
      if (closed) into = open.findLast((node) => node !== null)?.children ?? root
    } else if (token.type === 'softbreak') add(text('\n'))
    else if (token.type === 'hardbreak') add(element('br', []))
    else if (token.type === 'code_inline') {
      add(element('code', [text(visibleBidi(token.content))]))
    } else if (token.type === 'image') add(renderImage(token, policy, links > 0))
    else if (token.type === 'math_inline' || token.type === 'math_display') {
      add(mathNode(token, token.type === 'math_display'))
    } else if (token.type === 'note_mark') {
      add(links > 0 ? text(token.markup) : noteMark(token))
    } else if (token.type === 'citation') {
      // A button inside a link is two controls in one place; there the marker stays as written.
      add(links > 0 ? text(token.markup) : citationNode(token))
    } else add(text(token.content))
  }
  return root
}

function noteMark({ content, markup }: Token): ElementNode {
  return element('sup', [noteButton(content, 'md-note-mark', `Note ${content}`)], {
    'data-source': markup,
  })
}

function noteButton(label: string, name: string, words: string): ElementNode {
  const attributes = { type: 'button', class: name, 'data-note': label.toLowerCase() }
  return element('button', [text(label)], { ...attributes, 'aria-label': words })
}

function mathNode({ content, markup }: Token, display: boolean): MathNode {
  return { kind: 'math', tex: content, source: markup, display, view: null }
}

function citationNode({ content, markup }: Token): CitationNode {
  return { kind: 'citation', source: markup, sources: content.split(',').map(Number), dom: null }
}

function openElement(token: Token, policy: LinkPolicy): ElementNode | null {
  if (token.type !== 'link_open') return element(token.tag, [])
  const link = policy.link(attribute(token, 'href'), attribute(token, 'title'))
  if (!link) return null
  return element('a', [], {
    href: link.href,
    title: link.title,
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
  })
}

function renderImage(token: Token, policy: LinkPolicy, insideLink: boolean): TreeNode {
  const alt = plainText(token.children ?? [])
  const decision = policy.image(attribute(token, 'src'), attribute(token, 'title'))
  if (decision.kind === 'text') return text(alt)
  if (decision.kind === 'inline') {
    return element('img', [], { class: 'md-picture', src: decision.src, alt })
  }
  const words = element('span', alt === '' ? [] : [text(alt)], { class: 'md-image-alt' })
  const attributes = { class: 'md-image', 'data-url': decision.url, title: decision.title }
  // A button inside a link is two controls in one place; there the picture is only named.
  if (insideLink) return element('span', [words], attributes)
  return element('button', [text(decision.label), words], { type: 'button', ...attributes })
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

function plainText(tokens: readonly Token[]): string {
  let words = ''
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') words += '\n'
    else if (token.tag === 'math' || token.tag === 'sup') words += token.markup
    else words += token.children ? plainText(token.children) : token.content
  }
  return words
}
