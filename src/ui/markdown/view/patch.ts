import type {
  CitationNode,
  CodeNode,
  CodeView,
  ElementNode,
  MathNode,
  MathView,
  TreeNode,
} from '../grammar/tree.ts'

/** Where nodes are made: a document, and the builders of what is more than an element. */
export interface Workshop {
  document: Document
  code(node: CodeNode): CodeView
  math(node: MathNode): MathView
  citation(node: CitationNode): HTMLElement
}

/** Builds the DOM of a node and of everything under it. */
export function build(node: TreeNode, shop: Workshop): Node {
  if (node.kind === 'text') return (node.dom = shop.document.createTextNode(node.text))
  if (node.kind === 'code') return (node.block = shop.code(node)).dom
  if (node.kind === 'math') return (node.view = shop.math(node)).dom
  if (node.kind === 'citation') return (node.dom = shop.citation(node))
  const dom = (node.dom = shop.document.createElement(node.tag))
  for (const name in node.attributes) dom.setAttribute(name, node.attributes[name] ?? '')
  for (const child of node.children) dom.appendChild(build(child, shop))
  return dom
}

/** Makes children from index `from` look like `next`; nodes that stay keep their identity. */
export function patchChildren(
  parent: ElementNode,
  from: number,
  next: readonly TreeNode[],
  shop: Workshop,
): void {
  const { children, dom } = parent
  if (!dom) return
  next.forEach((node, index) => {
    const old = children[from + index]
    if (!old) {
      children.push(node)
      dom.appendChild(build(node, shop))
    } else if (!update(old, node, shop)) {
      const oldDom = domOf(old)
      children[from + index] = node
      const newDom = build(node, shop)
      if (oldDom) dom.replaceChild(newDom, oldDom)
    }
  })
  for (const extra of children.splice(from + next.length)) {
    const extraDom = domOf(extra)
    if (extraDom) dom.removeChild(extraDom)
  }
}

/** Makes the DOM of `old` look like `next`; returns the node that is there now. */
export function patchNode(old: TreeNode, next: TreeNode, shop: Workshop): TreeNode {
  const oldDom = domOf(old)
  if (update(old, next, shop)) return old
  oldDom?.parentNode?.replaceChild(build(next, shop), oldDom)
  return next
}

/** The DOM node that shows a tree node, once it has been built. */
export function domOf(node: TreeNode): Node | null {
  if (node.kind === 'code') return node.block?.dom ?? null
  return node.kind === 'math' ? (node.view?.dom ?? null) : node.dom
}

function update(old: TreeNode, next: TreeNode, shop: Workshop): boolean {
  if (old.kind === 'text') {
    if (next.kind !== 'text') return false
    if (old.text !== next.text) {
      // Appending lets the browser keep the shaping of what is already there.
      if (next.text.startsWith(old.text)) old.dom?.appendData(next.text.slice(old.text.length))
      else if (old.dom) old.dom.data = next.text
      old.text = next.text
    }
    return true
  }
  if (old.kind === 'code') {
    if (next.kind !== 'code' || old.language !== next.language) return false
    if (old.text !== next.text) {
      old.text = next.text
      old.block?.update(next.text)
    }
    return true
  }
  if (old.kind === 'math')
    return next.kind === 'math' && old.source === next.source && old.display === next.display
  if (old.kind === 'citation') return next.kind === 'citation' && old.source === next.source
  if (next.kind !== 'element' || old.tag !== next.tag) return false
  if (!sameAttributes(old, next)) return false
  patchChildren(old, 0, next.children, shop)
  return true
}

function sameAttributes(a: ElementNode, b: ElementNode): boolean {
  if (a.attributes === b.attributes) return true
  for (const name in a.attributes) if (a.attributes[name] !== b.attributes[name]) return false
  for (const name in b.attributes) if (!(name in a.attributes)) return false
  return true
}
