import { useLayoutEffect, useRef } from 'react'

import type { TextSource } from '../markdown/view/text-source.ts'
import { appendInChunks } from './append-in-chunks.ts'

import './growing-code.css'

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
