import { CodeBlock } from '../code/code-block.ts'
import type { Highlighter } from '../code/highlight.ts'
import { type LinkPolicy, strictLinks } from '../grammar/link-policy.ts'
import { repair } from '../grammar/repair.ts'
import { Sections } from '../grammar/sections.ts'
import type { CitationNode } from '../grammar/tree.ts'
import { mathView, type Typesetter } from '../math/math-view.ts'
import { BlockStream } from './block-stream.ts'
import { listenForClicks, type OnCitation, type OnLink } from './interactions.ts'
import type { Workshop } from './patch.ts'

/** Options of a view. */
export interface MarkdownViewOptions {
  /** Asked before a link or a remote picture opens; call `event.preventDefault()` to stop it. */
  onLink?: OnLink
  /** Told which source a pressed citation marker names, counted from 0. */
  onCitation?: OnCitation
  /** Typesets finished formulas. Without it they stay source. */
  typeset?: Typesetter
  /** Marks the code and tables of the finished text that need not scroll; returns the way to stop. */
  watchFit?: (container: HTMLElement) => () => void
  /** Colours finished code. Without it code stays plain. */
  highlight?: Highlighter
  /** By default one call per animation frame, and while the text streams one per three. */
  schedule?: Scheduler
  /** What destinations may become; the product's own rules by default. */
  links?: LinkPolicy
}

/** Markdown that grows inside a DOM element it owns. */
export interface MarkdownView {
  /** Everything received so far, as received. */
  readonly text: string
  /** Characters given to the tokenizer so far, for measuring. */
  readonly tokenised: number
  /** Blocks replaced when the text ended, for measuring: those that name a link defined later. */
  readonly repaired: number
  append(text: string): void
  /** Says how many sources citation markers can point to. */
  knowSources(count: number): void
  /** Completes the text: afterwards the DOM is that of the whole text, whatever the pieces were. */
  finish(): void
  destroy(): void
}

/** Source taken in one frame, in characters: at first, at least and at most. A long text never makes a long task. */
const slice = { first: 4 * 1024, least: 1024, most: 16 * 1024 }
/** Between two frames that take of a long text, ms: after less the next takes more, after more it takes less. */
const inTime = { least: 20, most: 34 }
/** Comparing the finished text with its rendering as a whole takes so long at a time, ms. */
const comparing = 8
/** Paints without new text after which what is shown raw is formatted. */
const patience = 2

/** Shows Markdown in `container`, which must be empty. HTML in the text is text. */
export function createMarkdownView(
  container: HTMLElement,
  options: MarkdownViewOptions = {},
): MarkdownView {
  const schedule = options.schedule ?? animationFrame
  const paced = options.schedule ?? pacedFrames()
  const policy = options.links ?? strictLinks
  const codes = new WeakMap<Element, CodeBlock>()
  const marks = new CitationMarks(container.ownerDocument)
  const shop: Workshop = {
    document: container.ownerDocument,
    code(node) {
      const block = new CodeBlock(node, {
        document: container.ownerDocument,
        highlight: options.highlight ?? null,
        later: schedule,
      })
      codes.set(block.dom, block)
      return block
    },
    math: (node) => mathView(node, container.ownerDocument, options.typeset ?? null),
    citation: (node) => marks.build(node),
  }
  const sections = new Sections(container)
  const stream = new BlockStream(sections, policy, shop)
  const stopListening = listenForClicks(
    container,
    (element) => codes.get(element)?.source,
    options.onLink,
    options.onCitation,
  )
  const received: string[] = []
  let waiting = ''
  let size = slice.first
  let takenAtMs: number | undefined
  let heldReturn = false
  let state: 'open' | 'finishing' | 'finished' | 'destroyed' = 'open'
  let idle = 0
  let painted = false
  let repaired = 0
  let cancel: (() => void) | null = null
  let stopWatching: (() => void) | undefined

  container.setAttribute('data-live', '')

  const request = () => {
    cancel ??= (state === 'open' && waiting.length <= size ? paced : schedule)(() => {
      cancel = null
      paint()
    })
  }
  const paint = () => {
    painted = true
    fitSlice()
    const source = waiting.slice(0, size)
    waiting = waiting.slice(size)
    stream.append(source)
    idle = source === '' ? idle + 1 : 0
    const done = stream.paint(idle >= patience, waiting !== '')
    if (waiting !== '' || !done) request()
    else if (state === 'finishing') complete()
  }
  // What a frame costs is known once the next one begins, with all that the browser did for it.
  const fitSlice = () => {
    const nowMs = performance.now()
    const tookMs = takenAtMs === undefined ? inTime.most : nowMs - takenAtMs
    if (tookMs > inTime.most) size = Math.max(slice.least, size / 2)
    else if (tookMs < inTime.least) size = Math.min(slice.most, size * 2)
    takenAtMs = waiting.length > size ? nowMs : undefined
  }
  const complete = () => {
    state = 'finished'
    cancel?.()
    cancel = null
    stream.finish()
    container.removeAttribute('data-live')
    // A text that was complete at once was tokenized as a whole: there is nothing to compare.
    if (painted) compare()
    else settle()
  }
  const compare = () => {
    const source = normalise(received.join(''))
    const work = repair(stream.frozen, source, sections.open().dom ?? container, policy, shop)
    const goOn = () => {
      const end = performance.now() + comparing
      let step = work.next()
      while (!step.done && performance.now() < end) step = work.next()
      if (!step.done) {
        cancel = schedule(goOn)
        return
      }
      repaired = step.value
      settle()
    }
    goOn()
  }
  const settle = () => {
    cancel = null
    stream.frozen.length = 0
    stopWatching = options.watchFit?.(container)
  }

  return {
    get text() {
      if (received.length > 1) received.splice(0, received.length, received.join(''))
      return received[0] ?? ''
    },
    get tokenised() {
      return stream.tokenised
    },
    get repaired() {
      return repaired
    },
    append(text) {
      if (text === '' || state === 'finished' || state === 'destroyed') return
      received.push(text)
      const whole = heldReturn ? `\r${text}` : text
      heldReturn = whole.endsWith('\r')
      waiting += normalise(heldReturn ? whole.slice(0, -1) : whole)
      request()
    },
    knowSources: (count) => marks.know(count),
    finish() {
      if (state !== 'open') return
      state = 'finishing'
      if (heldReturn) waiting += '\n'
      if (waiting.length > slice.most) {
        request()
        return
      }
      stream.append(waiting)
      waiting = ''
      complete()
    },
    destroy() {
      state = 'destroyed'
      cancel?.()
      stopWatching?.()
      stopListening()
      container.removeAttribute('data-live')
      container.replaceChildren()
    },
  }
}

function normalise(source: string): string {
  return source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
}

type Scheduler = (callback: () => void) => () => void

/** Time between two paints of a text that streams, ms: every third frame of most screens; every fourth where frames come late. */
const pace = { least: 40, most: 56, slower: 16, quicker: 1 }

function animationFrame(callback: () => void): () => void {
  const id = requestAnimationFrame(callback)
  return () => cancelAnimationFrame(id)
}

/**
 * Frames for a text that streams: the first after a pause is the next one, and then as many a second
 * as a film has; fewer on a device where the frame after a paint comes late. What a token costs is mostly style, layout and
 * paint of the frame in which it is shown.
 */
export function pacedFrames(): Scheduler {
  let paintedMs = -Infinity
  let seenMs = -Infinity
  let frameMs = Infinity
  let paceMs = pace.least
  const noteFrame = (nowMs: number) => {
    const sinceMs = nowMs - seenMs
    seenMs = nowMs
    if (sinceMs > 0) frameMs = Math.min(frameMs, sinceMs)
    return sinceMs
  }
  const adjustPace = (nowMs: number) => {
    const isLate = noteFrame(nowMs) > frameMs * 1.5
    paceMs = isLate
      ? Math.min(pace.most, paceMs + pace.slower)
      : Math.max(pace.least, paceMs - pace.quicker)
  }
  return (callback) => {
    const frame = (nowMs: number) => {
      noteFrame(nowMs)
      if (nowMs - paintedMs < paceMs) {
        id = requestAnimationFrame(frame)
        return
      }
      paintedMs = nowMs
      requestAnimationFrame(adjustPace)
      callback()
    }
    let id = requestAnimationFrame(frame)
    return () => cancelAnimationFrame(id)
  }
}

/** Citation markers: a button for each known source; else the numbers, or the text as written. */
class CitationMarks {
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
