/** What is shown, beside the DOM nodes that show it. Patching compares two of these. */
export type TreeNode = ElementNode | TextNode | CodeNode | MathNode | CitationNode

export interface ElementNode {
  kind: 'element'
  tag: string
  attributes: Readonly<Record<string, string>>
  children: TreeNode[]
  dom: HTMLElement | null
}

export interface TextNode {
  kind: 'text'
  text: string
  dom: Text | null
}

/** A code block; its elements are built by `code-block.ts`. */
export interface CodeNode {
  kind: 'code'
  text: string
  language: string
  block: CodeView | null
}

/** A formula; its elements are built by `math-view.ts`. */
export interface MathNode {
  kind: 'math'
  tex: string
  /** As written, marks included: what is shown until it is typeset, and what is copied. */
  source: string
  display: boolean
  view: MathView | null
}

/** The DOM side of a formula. */
export interface MathView {
  readonly dom: HTMLElement
  /** Nothing more will come: it may be typeset. */
  close(): void
}

/** A citation marker; its elements are built by `citation-marks.ts`. */
export interface CitationNode {
  kind: 'citation'
  source: string
  /** The numbers of the sources, counted from 0. */
  sources: readonly number[]
  dom: HTMLElement | null
}

/** The DOM side of a code block. */
export interface CodeView {
  readonly dom: HTMLElement
  append(text: string): void
  update(text: string): void
  close(): void
}

const none = {}

export function element(
  tag: string,
  children: TreeNode[],
  attributes: Readonly<Record<string, string>> = none,
): ElementNode {
  return { kind: 'element', tag, attributes, children, dom: null }
}

export function text(value: string): TextNode {
  return { kind: 'text', text: value, dom: null }
}

/** Tells every code block and formula in a node that its text is complete. */
export function closeNode(node: TreeNode): void {
  if (node.kind === 'code') node.block?.close()
  else if (node.kind === 'element') node.children.forEach(closeNode)
  else if (node.kind === 'math') node.view?.close()
}

/** The `tbody` of a rendered table. */
export function tableBody(wrapper: ElementNode): ElementNode | null {
  const table = wrapper.children.at(-1)
  const body = table?.kind === 'element' ? table.children[1] : undefined
  return body?.kind === 'element' ? body : null
}

const leaves = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'])

/** The element in which the text of the open end stands. */
export function leafOf(root: TreeNode): HTMLElement | null {
  let leaf = root.kind === 'element' ? root.dom : null
  let node: TreeNode | undefined = root
  while (node?.kind === 'element') {
    if (leaves.has(node.tag) || node.tag === 'blockquote') leaf = node.dom
    node = node.children.findLast((child) => child.kind !== 'text')
  }
  return node?.kind === 'code' ? (node.block?.dom ?? leaf) : leaf
}
