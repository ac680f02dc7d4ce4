import type { Token } from '../grammar/grammar.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import { element, text } from '../grammar/tree.ts'
import type { CitationNode, ElementNode, MathNode, TreeNode } from '../grammar/tree.ts'
import { visibleBidi } from '../visible-bidi.ts'

/** Deeper nesting than this is flattened: the browser would overflow its stack laying it out. */
const maxDepth = 60

/** Turns the children of an inline token into nodes. Nothing here reads markup: HTML is text. */
export function renderInline(tokens: readonly Token[], policy: LinkPolicy): TreeNode[] {
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

/** What leads to a note; see `interactions.ts`. */
function noteMark({ content, markup }: Token): ElementNode {
  return element('sup', [noteButton(content, 'md-note-mark', `Note ${content}`)], {
    'data-source': markup,
  })
}

/** A button with the label of a note. */
export function noteButton(label: string, name: string, words: string): ElementNode {
  const attributes = { type: 'button', class: name, 'data-note': label.toLowerCase() }
  return element('button', [text(label)], { ...attributes, 'aria-label': words })
}

/** The node of a formula's token. */
export function mathNode({ content, markup }: Token, display: boolean): MathNode {
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
