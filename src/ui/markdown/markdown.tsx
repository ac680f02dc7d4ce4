import { useEffect, useLayoutEffect, useRef } from 'react'

import { highlightInWorker } from './highlight-client.ts'
import type { OnLink } from './interactions.ts'
import { createMarkdownView } from './markdown-view.ts'
import type { MarkdownView } from './markdown-view.ts'

import './markdown.css'
import type { TextSource } from './text-source.ts'

interface Shared {
  /** Asked before a link or a remote picture opens; `event.preventDefault()` stops it. */
  onLink?: OnLink
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
export function StreamingMarkdown({ source, onLink }: Shared & { source: TextSource }) {
  const [container, latestOnLink] = useContainer(onLink)
  useLayoutEffect(() => {
    if (!container.current) return
    const view = createView(container.current, latestOnLink)
    const stop = follow(source, view)
    return () => {
      stop()
      view.destroy()
    }
  }, [container, latestOnLink, source])
  return <div ref={container} className="md" />
}

function useContainer(onLink: OnLink | undefined) {
  const container = useRef<HTMLDivElement>(null)
  const latestOnLink = useRef(onLink)
  useEffect(() => {
    latestOnLink.current = onLink
  })
  return [container, latestOnLink] as const
}

function createView(
  container: HTMLElement,
  latestOnLink: { current: OnLink | undefined },
): MarkdownView {
  return createMarkdownView(container, {
    highlight: highlightInWorker,
    onLink: (url, event) => latestOnLink.current?.(url, event),
  })
}

/** Appends to a view whatever a source has more than before; returns the way to stop. */
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
