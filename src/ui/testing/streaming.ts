import type { LinkPolicy } from '../markdown/grammar/link-policy.ts'
import { createMarkdownView } from '../markdown/view/markdown-view.ts'
import type { MarkdownView, MarkdownViewOptions } from '../markdown/view/markdown-view.ts'
import { fakeContainer, toHtml } from './fake-document.ts'
import type { FakeNode } from './fake-document.ts'

/** A view in a fake document whose frames are run by hand. */
export interface Rig {
  view: MarkdownView
  node: FakeNode
  /** Runs the frame that is asked for. False when none was. */
  frame: () => boolean
  /** Runs frames until none is asked for. */
  settle: () => void
  html: () => string
}

/** Lets every destination through unchanged, so that the grammar can be compared with the suites. */
const anyLinks: LinkPolicy = {
  link: (href, title) => ({ href, host: '', title }),
  image: (url, title) => ({ kind: 'button', url, label: '', title }),
}

/** Makes a view to be driven frame by frame. */
export function rig(options: MarkdownViewOptions = {}): Rig {
  const { container, node } = fakeContainer()
  const frames: (() => void)[] = []
  const view = createMarkdownView(container, {
    links: anyLinks,
    schedule(callback) {
      frames.push(callback)
      return () => {
        const index = frames.indexOf(callback)
        if (index >= 0) frames.splice(index, 1)
      }
    },
    ...options,
  })
  const frame = () => {
    const next = frames.shift()
    next?.()
    return next !== undefined
  }
  return {
    view,
    node,
    frame,
    settle() {
      for (let count = 0; frame(); count += 1) {
        if (count > 100_000) throw new Error('frames never end')
      }
    },
    html: () => toHtml(node),
  }
}

/** The HTML after the pieces arrived one per frame and the text ended. */
export function streamed(pieces: readonly string[], options?: MarkdownViewOptions): string {
  const { view, frame, settle, html } = rig(options)
  for (const piece of pieces) {
    view.append(piece)
    frame()
  }
  view.finish()
  settle()
  return html()
}

/** White space between blocks says nothing; it is removed before HTML is compared. */
export function comparable(html: string): string {
  return html
    .replaceAll(
      /\s*(<\/?(?:p|li|ul|ol|blockquote|h[1-6]|hr|table|thead|tbody|tr|td|th|pre)\b[^>]*>)\s*/g,
      '$1',
    )
    .replaceAll('<br />\n', '<br />')
    .trim()
}

/** Cuts a text into pieces of the given sizes, used in turn. */
export function cut(source: string, sizes: readonly number[]): string[] {
  const pieces: string[] = []
  for (let at = 0, index = 0; at < source.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1
    pieces.push(source.slice(at, at + size))
    at += size
  }
  return pieces
}
