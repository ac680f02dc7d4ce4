import type { CodeNode, CodeView } from '../grammar/tree.ts'
import { visibleBidi } from '../visible-bidi.ts'
import { maxHighlight } from './highlight.ts'
import type { Highlighter, HighlightRun } from './highlight.ts'

/** What a code block needs from the view that holds it. */
export interface CodeShop {
  document: Document
  highlight: Highlighter | null
  /** Runs a piece of work in a later frame. */
  later: (work: () => void) => void
}

/** Lines in one chunk: laying out a growing block costs one chunk, not the whole. */
const chunkLines = 48

/** A code block in the DOM: a bar with the language and a copy button, and the code in chunks. */
export class CodeBlock implements CodeView {
  readonly dom: HTMLElement
  source = ''
  private readonly code: HTMLElement
  private readonly language: string
  private readonly shop: CodeShop
  private chunks: Text[] = []
  private lines = 0
  private closed = false

  constructor(node: CodeNode, shop: CodeShop) {
    this.shop = shop
    this.language = node.language
    const { document } = shop
    this.dom = make(document, 'div', 'md-code')
    const bar = make(document, 'div', 'md-code-bar')
    const label = make(document, 'span', 'md-code-language')
    label.appendChild(document.createTextNode(visibleBidi(node.language || 'text')))
    const copy = make(document, 'button', 'md-copy')
    copy.setAttribute('type', 'button')
    copy.appendChild(document.createTextNode('Copy'))
    bar.appendChild(label)
    bar.appendChild(copy)
    const pre = make(document, 'pre', '')
    // Code that scrolls sideways must be reachable by keyboard.
    pre.setAttribute('tabindex', '0')
    pre.setAttribute('role', 'group')
    pre.setAttribute('aria-label', 'Code')
    this.code = make(document, 'code', node.language ? `language-${node.language}` : '')
    pre.appendChild(this.code)
    this.dom.appendChild(bar)
    this.dom.appendChild(pre)
    this.append(node.text)
  }

  append(text: string): void {
    this.source += text
    const shown = visibleBidi(text)
    let start = 0
    while (start < shown.length) {
      const chunk = this.lines < chunkLines ? this.chunks.at(-1) : undefined
      if (!chunk) this.lines = 0
      const { end, lines } = takeLines(shown, start, chunkLines - this.lines)
      const piece = shown.slice(start, end)
      if (chunk) chunk.appendData(piece)
      else this.addChunk(piece)
      this.lines += lines
      start = end
    }
  }

  update(text: string): void {
    if (text.startsWith(this.source)) {
      this.append(text.slice(this.source.length))
      return
    }
    while (this.code.lastChild) this.code.removeChild(this.code.lastChild)
    this.chunks = []
    this.lines = 0
    this.source = ''
    this.closed = false
    this.append(text)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    const { highlight } = this.shop
    const { source } = this
    if (!highlight || this.language === '' || source.length > maxHighlight) return
    const shown = visibleBidi(source)
    void highlight(shown, this.language).then((runs) => {
      if (runs && this.closed && this.source === source) this.colour(runs)
    })
  }

  /** Colours one chunk a frame, so that a long block never holds up the page. */
  private colour(runs: readonly HighlightRun[]): void {
    const { document, later } = this.shop
    const { chunks, source } = this
    let run = 0
    let used = 0
    const step = (index: number) => {
      const chunk = chunks[index]
      const parent = chunk?.parentNode
      if (!chunk || !parent || this.source !== source) return
      const fragment = document.createDocumentFragment()
      const { data } = chunk
      let position = 0
      while (position < data.length) {
        const current = runs[run]
        if (!current) return
        const piece = data.slice(position, position + current[1] - used)
        const words = document.createTextNode(piece)
        if (current[0] === '') fragment.appendChild(words)
        else fragment.appendChild(make(document, 'span', current[0])).appendChild(words)
        position += piece.length
        used += piece.length
        if (used === current[1]) {
          run += 1
          used = 0
        }
      }
      parent.replaceChild(fragment, chunk)
      if (index + 1 < chunks.length) later(() => step(index + 1))
    }
    later(() => step(0))
  }

  private addChunk(piece: string): void {
    const chunk = make(this.shop.document, 'span', 'md-chunk')
    const words = this.shop.document.createTextNode(piece)
    chunk.appendChild(words)
    this.code.appendChild(chunk)
    this.chunks.push(words)
  }
}

function takeLines(text: string, start: number, most: number): { end: number; lines: number } {
  let end = start
  let lines = 0
  while (lines < most) {
    const newline = text.indexOf('\n', end)
    if (newline < 0) return { end: text.length, lines }
    end = newline + 1
    lines += 1
  }
  return { end, lines }
}

function make(document: Document, tag: string, className: string): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.setAttribute('class', className)
  return made
}
