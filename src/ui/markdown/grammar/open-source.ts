/**
 * The source of the blocks that are not frozen. `tail` is what the tokenizer reads; what it no
 * longer needs to read is kept in pieces, in case a container is tokenised again from its start.
 */
export class OpenSource {
  tail = ''
  private kept: string[] = []

  append(source: string): void {
    this.tail += source
  }

  /** The name of the present position, to come back to. */
  mark(): number {
    return this.kept.length
  }

  /** Keeps `size` characters of the tail for later. */
  advance(size: number): void {
    if (size <= 0) return
    this.kept.push(this.tail.slice(0, size))
    this.tail = this.tail.slice(size)
  }

  /** Makes the tail start again where `mark` was called. */
  back(mark: number): void {
    this.tail = this.kept.splice(mark).join('') + this.tail
  }

  /** Forgets `size` characters of the tail: their blocks are frozen. */
  drop(size: number): void {
    this.tail = this.tail.slice(size)
  }
}
