/** The few DOM operations the renderer uses, for tests that run without a browser. */
export class FakeNode {
  parentNode: FakeNode | null = null
  childNodes: FakeNode[] = []
  attributes: Record<string, string> = {}
  data = ''
  readonly tag: string
  readonly ownerDocument: FakeDocument

  constructor(tag: string, ownerDocument: FakeDocument) {
    this.tag = tag
    this.ownerDocument = ownerDocument
  }

  get lastChild(): FakeNode | null {
    return this.childNodes.at(-1) ?? null
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value
  }

  removeAttribute(name: string): void {
    delete this.attributes[name]
  }

  appendData(text: string): void {
    this.data += text
  }

  appendChild(node: FakeNode): FakeNode {
    return this.insertBefore(node, null)
  }

  insertBefore(node: FakeNode, before: FakeNode | null): FakeNode {
    if (node.tag === '#fragment') {
      for (const child of node.childNodes.slice()) this.insertBefore(child, before)
      return node
    }
    node.remove()
    const index = before ? this.indexOf(before) : this.childNodes.length
    this.childNodes.splice(index, 0, node)
    node.parentNode = this
    return node
  }

  replaceChild(next: FakeNode, old: FakeNode): void {
    this.insertBefore(next, old)
    old.remove()
  }

  removeChild(node: FakeNode): void {
    this.indexOf(node)
    node.remove()
  }

  remove(): void {
    this.parentNode?.childNodes.splice(this.parentNode.indexOf(this), 1)
    this.parentNode = null
  }

  replaceChildren(): void {
    for (const child of this.childNodes.slice()) child.remove()
  }

  addEventListener(): void {}
  removeEventListener(): void {}

  private indexOf(node: FakeNode): number {
    const index = this.childNodes.indexOf(node)
    if (index < 0) throw new Error(`not a child: ${node.tag}`)
    return index
  }
}

/** Makes the nodes, and counts them. */
export class FakeDocument {
  made = 0

  createElement(tag: string): FakeNode {
    this.made += 1
    return new FakeNode(tag, this)
  }

  createTextNode(data: string): FakeNode {
    const node = this.createElement('#text')
    node.data = data
    return node
  }

  createDocumentFragment(): FakeNode {
    return new FakeNode('#fragment', this)
  }
}

/** A container for a view, and a look at what is in it. */
export function fakeContainer(): { container: HTMLElement; node: FakeNode } {
  const node = new FakeNode('div', new FakeDocument())
  return { container: node as unknown as HTMLElement, node }
}

/** The HTML of a rendered node as the CommonMark suite writes it, without the product's wrappers. */
export function toHtml(node: FakeNode): string {
  return node.childNodes.map(outer).join('')
}

const voids = new Set(['br', 'hr', 'img', 'input'])

function outer(node: FakeNode): string {
  const name = node.attributes['class'] ?? ''
  if (node.tag === '#text') return escape(node.data)
  if (name === 'md-code-bar' || name === 'md-table-bar') return ''
  if (node.tag === 'div' || name === 'md-chunk') return toHtml(node)
  if (name === 'md-image') {
    const alt = node.childNodes.at(-1)
    return tag('img', {
      src: node.attributes['data-url'] ?? '',
      alt: alt ? alt.childNodes.map((child) => child.data).join('') : '',
      title: node.attributes['title'] ?? '',
    })
  }
  if (voids.has(node.tag)) return tag(node.tag, node.attributes)
  return `${tag(node.tag, node.attributes)}${toHtml(node)}</${node.tag}>`
}

function tag(name: string, attributes: Record<string, string>): string {
  const shown = Object.entries(attributes).flatMap(([key, value]) => {
    if (['target', 'rel', 'aria-label', 'role', 'tabindex', 'dir'].includes(key)) return []
    if (key === 'title' && value === '') return []
    if (key === 'class' && /^md-(left|right|center)$/.test(value)) {
      return [` align="${value.slice(3)}"`]
    }
    if (key === 'class' && value.startsWith('md-')) return []
    return [` ${key}="${escape(value)}"`]
  })
  return `<${name}${shown.join('')}${voids.has(name) ? ' /' : ''}>`
}

function escape(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
