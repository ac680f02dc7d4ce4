/** What is shown, beside the DOM nodes that show it. Patching compares two of these. */
export type TreeNode = ElementNode | TextNode | CodeNode

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
  closed: boolean
  block: CodeView | null
}

/** The DOM side of a code block. */
export interface CodeView {
  readonly dom: HTMLElement
  append(text: string): void
  update(text: string, closed: boolean): void
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
