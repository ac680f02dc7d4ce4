import { useState } from 'react'

import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { cx } from '../cx.ts'
import { MAX_DRAWN_CHARACTERS } from '../format/json.ts'
import { saveFile } from '../save-file.ts'
import { CodeBlock } from './code-block.tsx'

interface LongTextProps {
  /** Accessible name: "Request body". */
  label: string
  /** Gives at most that many characters from the beginning, as they are drawn. */
  read: (limit: number) => string
  /** The whole text, to be copied or saved. */
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
