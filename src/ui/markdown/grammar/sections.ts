import type { FrozenBlock } from '../view/frozen-block.ts'
import { domOf } from '../view/patch.ts'
import { element } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

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

  /**
   * Blocks at the start of the open end were frozen, and are no longer among its `children`. Each
   * that fills a section is the last in it, unless what comes next is open and the section is short.
   */
  froze(blocks: readonly FrozenBlock[]): void {
    const { children } = this.current
    blocks.forEach(({ size }, index) => {
      this.size += size
      const after = blocks.slice(index + 1).flatMap(({ node }) => node ?? [])
      const isOpen = after.length === 0 && children.length > 0
      if (this.size >= (isOpen ? 2 * full : full)) this.start([...after, ...children])
    })
    this.current.children = children
  }

  /** Starts a section with the last blocks of the one before. */
  private start(nodes: readonly TreeNode[]): void {
    const { dom } = this.current
    this.size = 0
    this.current = this.create()
    for (const node of nodes) {
      const moved = domOf(node)
      if (moved) this.current.dom?.appendChild(moved)
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
