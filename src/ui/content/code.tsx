import { useLayoutEffect, useRef, useState } from 'react'

import { Button } from '../controls/button.tsx'

import './growing-code.css'
import { CopyButton } from '../controls/copy-button.tsx'
import { cx } from '../cx.ts'
import { saveFile } from '../files.ts'
import { MAX_DRAWN_CHARACTERS } from '../format/json.ts'
import type { TextSource } from '../markdown/view/block-stream.ts'

interface CodeBlockProps {
  text: string
  /** Accessible name of the scrollable area: "Request body". */
  label: string
  /** What the copy button is called, if not after the label: "Copy command". */
  copyLabel?: string
  /** Long lines break instead of scrolling sideways. */
  wrap?: boolean
  className?: string
}

/** Text as it is, in mono, with a copy button. Reached and scrolled by keyboard. */
export function CodeBlock({ text, label, copyLabel, wrap = false, className }: CodeBlockProps) {
  return (
    <div className={cx('relative rounded-md border bg-surface-0', className)}>
      <CopyButton
        text={text}
        label={copyLabel ?? `Copy ${label.toLowerCase()}`}
        className="absolute top-1 right-1 bg-surface-0"
      />
      <pre
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className={cx(
          'overflow-auto p-3 pr-10 font-mono text-xs leading-5',
          wrap && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        {text}
      </pre>
    </div>
  )
}

interface GrowingCodeProps {
  source: TextSource
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

/** Shows a growing text, once a frame, in blocks of lines: only the last is laid out anew. */
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

/** Characters of a text that fit into a chunk; 0 when it is full. Ends with a line, never in a character. */
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

interface LongTextProps {
  label: string
  /** Gives at most that many characters from the beginning, as they are drawn. */
  read: (limit: number) => string
  whole: () => string
  wrap?: boolean
  className?: string
}

/** Characters painted at first; each press on "Show more" paints ten times as many. */
const PAINTED = 20_000

/** Text of any length: its beginning is painted, all of it is copied or saved. */
export function LongText({ label, read, whole, wrap = false, className }: LongTextProps) {
  const [limit, setLimit] = useState(PAINTED)
  const text = read(limit)
  if (text.length < limit)
    return <CodeBlock text={text} label={label} wrap={wrap} {...(className && { className })} />
  return (
    <div className="flex flex-col items-start gap-2">
      <div className={cx('relative w-full rounded-md border bg-surface-0', className)}>
        <CopyButton
          text={whole}
          label={`Copy ${label.toLowerCase()}`}
          className="absolute top-1 right-1 bg-surface-0"
        />
        <pre className="p-3 pr-10 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      </div>
      <p className="text-text-3">
        The first {text.length.toLocaleString('en-US')} characters.{' '}
        {limit < MAX_DRAWN_CHARACTERS
          ? 'Copy gives the whole.'
          : 'More would slow this page down: copy or save the whole.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {limit < MAX_DRAWN_CHARACTERS && (
          <Button onClick={() => setLimit(Math.min(limit * 10, MAX_DRAWN_CHARACTERS))}>
            Show more
          </Button>
        )}
        <Button onClick={() => saveText(label, whole())}>Save as file</Button>
      </div>
    </div>
  )
}

function saveText(label: string, text: string): void {
  const isJson = /^\s*[[{]/.test(text)
  const name = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  saveFile(
    `${name}.${isJson ? 'json' : 'txt'}`,
    new Blob([text], { type: isJson ? 'application/json' : 'text/plain' }),
  )
}
