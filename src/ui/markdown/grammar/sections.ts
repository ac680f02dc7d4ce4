import { domOf } from '../view/patch.ts'
import { element } from './tree.ts'
import type { ElementNode } from './tree.ts'

/** Characters of source after which a section is full. */
const full = 4096

/**
 * Groups the top-level blocks into sections. A full section gets the class `md-done`, which lets
 * the browser skip its layout and painting while it is out of sight.
 */
export class Sections {
  private current: ElementNode
  private size = 0
  private readonly container: HTMLElement

  constructor(container: HTMLElement) {
    this.container = container
    this.current = this.create()
  }

  /** The section that holds the open end. Its `children` are the blocks not yet frozen. */
  open(): ElementNode {
    return this.current
  }

  /** Some source was frozen: starts a new section when this one is full and nothing in it is open. */
  grew(characters: number): void {
    this.size += characters
    const { children, dom } = this.current
    if (this.size < full || (children.length > 0 && this.size < 2 * full)) return
    this.size = 0
    this.current = this.create()
    this.current.children = children
    for (const child of children) {
      const node = domOf(child)
      if (node) this.current.dom?.appendChild(node)
    }
    dom?.setAttribute('class', 'md-section md-done')
  }

  private create(): ElementNode {
    const section = element('div', [])
    section.dom = this.container.ownerDocument.createElement('div')
    section.dom.setAttribute('class', 'md-section')
    this.container.appendChild(section.dom)
    return section
  }
}
