import { useSyncExternalStore } from 'react'

import type { TextSource } from '../../../ui/markdown/text-source.ts'

interface GrowingCodeProps {
  source: TextSource
  /** Accessible name of the scrollable area. */
  label: string
}

/** A growing text that is code, such as JSON that is still coming. */
export function GrowingCode({ source, label }: GrowingCodeProps) {
  const text = useSyncExternalStore(source.subscribe, source.text)
  if (text === '') return null
  return (
    <pre
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="overflow-auto rounded-md border bg-surface-0 p-3 font-mono text-xs leading-5"
    >
      {text}
    </pre>
  )
}
