import type { CitationNode } from '../grammar/tree.ts'

/**
 * The citation markers of a text. A marker whose sources are known is a button for each; without
 * them it is the numbers, or where the marker may be meant otherwise the text that was written.
 */
export class CitationMarks {
  private readonly marks = new Map<HTMLElement, CitationNode>()
  private readonly document: Document
  private known = 0

  constructor(document: Document) {
    this.document = document
  }

  build(node: CitationNode): HTMLElement {
    const dom = this.document.createElement('span')
    dom.setAttribute('class', 'md-cite')
    this.marks.set(dom, node)
    this.fill(dom, node)
    return dom
  }

  /** Says how many sources there are by now. */
  know(count: number): void {
    if (count === this.known) return
    this.known = count
    for (const [dom, node] of this.marks) {
      if (dom.isConnected) this.fill(dom, node)
      else this.marks.delete(dom)
    }
  }

  private fill(dom: HTMLElement, { source, sources }: CitationNode): void {
    dom.replaceChildren()
    dom.setAttribute('data-source', source)
    const known = sources.every((index) => index < this.known)
    if (!known) {
      const isMarker = source.startsWith('[REF]')
      if (isMarker) dom.setAttribute('title', 'The response came without this source.')
      const words = isMarker ? `[${sources.map((index) => index + 1).join(', ')}]` : source
      dom.appendChild(this.document.createTextNode(words))
      return
    }
    dom.removeAttribute('title')
    for (const index of sources) {
      const button = this.document.createElement('button')
      button.setAttribute('type', 'button')
      button.setAttribute('class', 'md-cite-mark')
      button.setAttribute('data-source-index', String(index))
      button.setAttribute('aria-label', `Source ${index + 1}`)
      button.appendChild(this.document.createTextNode(String(index + 1)))
      dom.appendChild(button)
    }
  }
}
