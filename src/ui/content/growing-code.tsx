import './growing-code.css'
import { useLayoutEffect, useRef } from 'react'

import type { TextSource } from '../markdown/view/text-source.ts'

interface GrowingCodeProps {
  source: TextSource
  /** Accessible name of the scrollable area. */
  label: string
}

/** A growing text that is code, such as JSON that is still coming, however long it gets. */
export function GrowingCode({ source, label }: GrowingCodeProps) {
  const area = useRef<HTMLPreElement>(null)
  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return undefined
    const text = appendInChunks(current, source)
    return () => text.end()
  }, [source])
  return (
    <pre
      ref={area}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="overflow-auto rounded-md border bg-surface-0 p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap empty:hidden"
    />
  )
}

/** Characters that are laid out together, and the most there may be where a line is longer. */
const CHUNK = 4000
const MAX_CHUNK_LENGTH = 2 * CHUNK
/** Characters taken in one frame, so that a long text never makes a long task. */
const SLICE = 32 * 1024

/**
 * Shows a growing text in an element, once a frame, in blocks of some lines: a browser lays out the
 * last one anew and no other. `end` stops that and empties the element.
 */
function appendInChunks(into: HTMLElement, source: TextSource): { end: () => void } {
  let shown = 0
  let last: Text | undefined
  let frame: number | undefined
  const paint = () => {
    frame = undefined
    const text = source.text()
    const end = Math.min(text.length, shown + SLICE)
    while (shown < end) {
      const room = last === undefined ? 0 : roomInChunk(text.slice(shown, end), last.data)
      if (room === 0) last = addChunk(into)
      else {
        last?.appendData(text.slice(shown, shown + room))
        shown += room
      }
    }
    if (shown < text.length) request()
  }
  const request = () => {
    frame ??= requestAnimationFrame(paint)
  }
  paint()
  const stop = source.subscribe(request)
  return {
    end: () => {
      stop()
      if (frame !== undefined) cancelAnimationFrame(frame)
      into.replaceChildren()
    },
  }
}

/**
 * How many characters of a text belong into a chunk that holds some already; 0 when it is full.
 * Chunks end with a line, where a line does not go on for too long, and never within a character.
 */
export function roomInChunk(text: string, held: string): number {
  const most = MAX_CHUNK_LENGTH - held.length
  if (most <= 0 || (held.length >= CHUNK && held.endsWith('\n'))) return 0
  const newline = text.indexOf('\n', Math.max(0, CHUNK - held.length - 1))
  if (newline >= 0 && newline < most) return newline + 1
  const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(most - 1))
  return Math.min(text.length, isWithin ? most + 1 : most)
}

function addChunk(into: HTMLElement): Text {
  const chunk = document.createElement('span')
  chunk.className = 'growing-chunk'
  const text = document.createTextNode('')
  chunk.append(text)
  into.append(chunk)
  return text
}
