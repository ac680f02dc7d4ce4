import { CodeBlock } from '../code/code-block.ts'
import type { Highlighter } from '../code/highlight.ts'
import { strictLinks } from '../grammar/link-policy.ts'
import type { LinkPolicy } from '../grammar/link-policy.ts'
import { repair } from '../grammar/repair.ts'
import { Sections } from '../grammar/sections.ts'
import { mathView } from '../math/math-view.ts'
import type { Typesetter } from '../math/math-view.ts'
import { BlockStream } from './block-stream.ts'
import { CitationMarks } from './citation-marks.ts'
import { listenForClicks } from './interactions.ts'
import type { OnCitation, OnLink } from './interactions.ts'
import { animationFrame, pacedFrames } from './paced-frames.ts'
import type { Scheduler } from './paced-frames.ts'
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
  /** By default one call per animation frame, and while the text streams one per two. */
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

/** Source taken in one frame, in characters, so that a long text never makes a long task. */
const slice = 16 * 1024
/** Comparing the finished text with its rendering as a whole takes so long at a time, ms. */
const comparing = 8
/** Paints without new text after which what is shown raw is formatted. */
const patience = 3

/** Shows Markdown in `container`, which must be empty. HTML in the text is text. */
export function createMarkdownView(
  container: HTMLElement,
  options: MarkdownViewOptions = {},
): MarkdownView {
  const schedule = options.schedule ?? animationFrame
  const pace = options.schedule ?? pacedFrames()
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
  let heldReturn = false
  let state: 'open' | 'finishing' | 'finished' | 'destroyed' = 'open'
  let idle = 0
  let painted = false
  let repaired = 0
  let cancel: (() => void) | null = null
  let stopWatching: (() => void) | undefined

  container.setAttribute('data-live', '')

  const request = () => {
    cancel ??= (state === 'open' ? pace : schedule)(() => {
      cancel = null
      paint()
    })
  }
  const paint = () => {
    painted = true
    const source = waiting.slice(0, slice)
    waiting = waiting.slice(slice)
    stream.append(source)
    idle = source === '' ? idle + 1 : 0
    const done = stream.paint(idle >= patience, waiting !== '')
    if (waiting !== '' || !done) request()
    else if (state === 'finishing') complete()
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
      if (waiting.length > slice) {
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
