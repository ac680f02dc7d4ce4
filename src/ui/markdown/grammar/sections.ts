import type { FrozenBlock } from '../view/frozen-block.ts'
import { domOf } from '../view/patch.ts'
import { element } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** Characters of source after which a section is full. */
const full = 4096
/** Sections after which a group is full. */
const fullGroup = 8

/**
 * Divides the top-level blocks into sections, and these into groups. What is full gets the class `md-done`,
 * which lets the browser skip its layout and painting while it is out of sight. In each frame it goes
 * through all it may skip: groups spare it the sections of a long text.
 */
export class Sections {
  private group: HTMLElement
  private grouped = 0
  private current: ElementNode
  private size = 0
  private readonly container: HTMLElement

  constructor(container: HTMLElement) {
    this.container = container
    this.group = this.createGroup()
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
    const last = blocks.findLastIndex(({ node }) => node !== null)
    blocks.forEach(({ size }, index) => {
      this.size += size
      const isOpen = index >= last && children.length > 0
      if (this.size < (isOpen ? 2 * full : full)) return
      const after = blocks.slice(index + 1).flatMap(({ node }) => node ?? [])
      this.start([...after, ...children])
    })
    this.current.children = children
  }

  /** Starts a section with the last blocks of the one before. */
  private start(nodes: readonly TreeNode[]): void {
    const { group } = this
    const { dom } = this.current
    this.size = 0
    this.grouped = (this.grouped + 1) % fullGroup
    if (this.grouped === 0) this.group = this.createGroup()
    this.current = this.create()
    for (const node of nodes) {
      const moved = domOf(node)
      if (moved) this.current.dom?.appendChild(moved)
    }
    dom?.setAttribute('class', 'md-section md-done')
    if (group !== this.group) group.setAttribute('class', 'md-group md-done')
  }

  private createGroup(): HTMLElement {
    const group = this.container.ownerDocument.createElement('div')
    group.setAttribute('class', 'md-group')
    this.container.appendChild(group)
    return group
  }

  private create(): ElementNode {
    const section = element('div', [])
    section.dom = this.container.ownerDocument.createElement('div')
    section.dom.setAttribute('class', 'md-section')
    this.group.appendChild(section.dom)
    return section
  }
}
