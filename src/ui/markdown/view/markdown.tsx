import './markdown.css'
import { useEffect, useLayoutEffect, useRef } from 'react'

import { highlightInWorker } from '../code/highlight-client.ts'
import type { Typesetter } from '../math/math-view.ts'
import type { TextSource } from './block-stream.ts'
import type { OnCitation, OnLink } from './interactions.ts'
import { createMarkdownView, type MarkdownView } from './markdown-view.ts'

interface Shared {
  /** Asked before a link or a remote picture opens; `event.preventDefault()` stops it. */
  onLink?: OnLink
}

interface Growing {
  source: TextSource
  /** How many sources citation markers can point to; 0 by default, then they stay as written. */
  sources?: number
  /** Told which source a pressed marker names, counted from 0. */
  onCitation?: OnCitation
}

/** Shows a finished Markdown text. HTML in it is text, and nothing is loaded from anywhere. */
export function Markdown({ text, onLink }: Shared & { text: string }) {
  const [container, latestOnLink] = useContainer(onLink)
  useLayoutEffect(() => {
    if (!container.current) return
    const view = createView(container.current, latestOnLink)
    view.append(text)
    view.finish()
    return () => view.destroy()
  }, [container, latestOnLink, text])
  return <div ref={container} className="md" />
}

/** Shows a text while it grows. A growing source costs a few characters per frame, not a render. */
export function StreamingMarkdown({ source, onLink, sources = 0, onCitation }: Shared & Growing) {
  const [container, latestOnLink] = useContainer(onLink)
  const latestOnCitation = useLatest(onCitation)
  const shown = useRef<MarkdownView>(undefined)
  useLayoutEffect(() => {
    if (!container.current) return
    const view = createView(container.current, latestOnLink, latestOnCitation)
    const stop = follow(source, view)
    shown.current = view
    return () => {
      shown.current = undefined
      stop()
      view.destroy()
    }
  }, [container, latestOnLink, latestOnCitation, source])
  useLayoutEffect(() => shown.current?.knowSources(sources), [sources, source])
  return <div ref={container} className="md" />
}

function useContainer(onLink: OnLink | undefined) {
  return [useRef<HTMLDivElement>(null), useLatest(onLink)] as const
}

function useLatest<T>(value: T): { current: T } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

function createView(
  container: HTMLElement,
  latestOnLink: { current: OnLink | undefined },
  latestOnCitation?: { current: OnCitation | undefined },
): MarkdownView {
  return createMarkdownView(container, {
    highlight: highlightInWorker,
    typeset: typesetInTurn,
    watchFit,
    onCitation: (source) => latestOnCitation?.current?.(source),
    onLink: (url, event) => latestOnLink.current?.(url, event),
  })
}

function follow(source: TextSource, view: MarkdownView): () => void {
  let length = 0
  const take = () => {
    const more = source.since ? source.since(length) : source.text().slice(length)
    length += more.length
    view.append(more)
    if (source.finished()) view.finish()
  }
  take()
  return source.subscribe(take)
}

let widths: ResizeObserver | undefined

/**
 * Marks the code and tables in a container that are not wider than their column, so that they need not
 * scroll: those of the sections that are laid out, and of each other one once it is. They are asked
 * again whenever the size of the container changes. Returns the way to stop.
 */
function watchFit(container: HTMLElement): () => void {
  // Not of each block: the browser goes through all that is observed in each frame.
  const watch = (widths ??= new ResizeObserver((entries) => {
    markFit(entries.flatMap(({ target }) => [...target.children]))
  }))
  const markShown = ({ target }: Event) => {
    if (target instanceof Element) markFit([target])
  }
  watch.observe(container)
  container.addEventListener('contentvisibilityautostatechange', markShown, { capture: true })
  return () => {
    watch.unobserve(container)
    container.removeEventListener('contentvisibilityautostatechange', markShown, { capture: true })
  }
}

function markFit(sections: readonly Element[]): void {
  const blocks = sections
    .flatMap((section) => [...section.querySelectorAll('.md-code, .md-table')])
    // To measure what the browser skips would lay it out.
    .filter((block) => block.checkVisibility({ contentVisibilityAuto: true }))
  // Everything is read before anything changes, so that the page is laid out once.
  const fits = blocks.map((block) => !isWide(block))
  blocks.forEach((block, index) => block.toggleAttribute('data-fits', fits[index]))
}

/** By the lines of code, because the padding around them counts only while they scroll. */
function isWide(block: Element): boolean {
  if (block.matches('.md-table')) return block.scrollWidth > block.clientWidth
  return [...block.querySelectorAll('.md-chunk')].some(
    (lines) => lines.scrollWidth > lines.clientWidth,
  )
}

/** Formulas longer than this are left as source. */
const maxTex = 4000
/** ms of one frame that formulas may take, and of one page view before the rest stays source. */
const perFrame = 8
const deadline = 4000

interface Waiting {
  tex: string
  display: boolean
  done: (formula: Element | null) => void
}

const queue: Waiting[] = []
let working = false
let spent = 0

/** Typesets formulas, a few ms a frame. A page full of slow ones keeps the rest as source. */
const typesetInTurn: Typesetter = (tex, display) => {
  if (tex.length > maxTex || spent > deadline) return Promise.resolve(null)
  return new Promise((done) => {
    queue.push({ tex, display, done })
    if (!working) void work()
  })
}

async function work(): Promise<void> {
  working = true
  const module = await import('../math/typeset.ts').catch(() => undefined)
  while (queue.length > 0) {
    const end = performance.now() + perFrame
    while (queue.length > 0 && performance.now() < end) {
      const next = queue.shift()
      if (next === undefined) break
      const start = performance.now()
      const isLate = spent > deadline
      next.done(isLate ? null : (module?.typeset(next.tex, next.display) ?? null))
      spent += performance.now() - start
    }
    // One slice per frame is the point.
    await new Promise((resume) => setTimeout(resume, 0))
  }
  working = false
}
