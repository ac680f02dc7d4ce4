import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatNumber } from '../ui/format/number.ts'

interface LongTextProps {
  /** Accessible name: "Request body". */
  label: string
  /** Gives at most that many characters from the beginning; `Infinity` is asked when copying. */
  read: (limit: number) => string
  wrap?: boolean
}

/** Characters painted at first; each press on "Show more" paints ten times as many. */
const PAINTED = 20_000

/** Text of any length: only its beginning is painted, all of it is copied. */
export function LongText({ label, read, wrap = false }: LongTextProps) {
  const [limit, setLimit] = useState(PAINTED)
  const text = read(limit)
  if (text.length < limit) return <CodeBlock text={text} label={label} wrap={wrap} />
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="relative w-full rounded-md border bg-surface-0">
        <CopyButton
          text={() => read(Infinity)}
          label={`Copy ${label.toLowerCase()}`}
          className="absolute top-1 right-1 bg-surface-0"
        />
        <pre className="p-3 pr-10 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      </div>
      <p className="text-text-3">
        The first {formatNumber(text.length)} characters. Copy gives the whole.
      </p>
      <Button onClick={() => setLimit(limit * 10)}>Show more</Button>
    </div>
  )
}
