import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'

import type { TextSource } from '../../src/ui/markdown/view/block-stream.ts'
import { showOurs } from './ours.tsx'

/** A growing text that can be written to. */
export interface Stream extends TextSource {
  since: (offset: number) => string
  append: (text: string) => void
  finish: () => void
}

/** Makes an empty stream. */
export function createStream(): Stream {
  const pieces: string[] = []
  let length = 0
  let finished = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    text() {
      if (pieces.length > 1) pieces.splice(0, pieces.length, pieces.join(''))
      return pieces[0] ?? ''
    },
    since(offset) {
      let start = length
      let index = pieces.length
      while (start > offset && index > 0) start -= pieces[(index -= 1)]?.length ?? 0
      return pieces
        .slice(index)
        .join('')
        .slice(offset - start)
    },
    finished: () => finished,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    append(more) {
      pieces.push(more)
      length += more.length
      tell()
    },
    finish() {
      finished = true
      tell()
    },
  }
}

/** Every way of showing a stream that is compared. */
export const variants: Record<string, (stream: Stream, into: HTMLElement) => void> = {
  floor: showPlain,
  ours: showOurs,
  streamdown: (stream, into) => createRoot(into).render(<ByStreamdown stream={stream} />),
  'react-markdown': (stream, into) => createRoot(into).render(<Whole stream={stream} />),
}

const floorChunk = 2000

/** The least there is: text nodes of a limited length, one appended to. */
function showPlain(stream: Stream, into: HTMLElement): void {
  let shown = 0
  let last: Text | null = null
  const take = () => {
    const more = stream.since(shown)
    shown += more.length
    for (let at = 0; at < more.length;) {
      if (!last || last.length >= floorChunk) {
        const chunk = document.createElement('div')
        chunk.className = 'floor'
        last = document.createTextNode('')
        chunk.append(last)
        into.append(chunk)
      }
      const piece = more.slice(at, at + floorChunk - last.length)
      last.appendData(piece)
      at += piece.length
    }
  }
  take()
  stream.subscribe(take)
}

function ByStreamdown({ stream }: { stream: Stream }) {
  const text = useSyncExternalStore(stream.subscribe, stream.text)
  return <Streamdown>{text}</Streamdown>
}

function Whole({ stream }: { stream: Stream }) {
  const text = useSyncExternalStore(stream.subscribe, stream.text)
  return <ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>
}
