/** New text shown as it came, at the open end, until it is worth tokenising. */
export class RawEnd {
  private node: Text | null = null

  show(words: string, leaf: HTMLElement | null): void {
    if (this.node) {
      this.node.data = words
      return
    }
    if (!leaf) return
    this.node = leaf.ownerDocument.createTextNode(words)
    leaf.appendChild(this.node)
  }

  remove(): void {
    this.node?.remove()
    this.node = null
  }
}
