import { useState } from 'react'

interface CutTextProps {
  text: string
  /** Characters and lines that are shown at first. */
  characters?: number
  lines?: number
}

/** The beginning of a text; each press shows ten times as much of what is left out. */
export function CutText({ text, characters = 200, lines = 6 }: CutTextProps) {
  const [clicks, setClicks] = useState(0)
  const shown =
    clicks === 0
      ? text.slice(0, characters).split('\n').slice(0, lines).join('\n')
      : text.slice(0, characters * 10 ** clicks)
  const left = text.length - shown.length
  return (
    <>
      <span className="whitespace-pre-wrap">
        {shown}
        {left > 0 && '…'}
      </span>
      {left > 0 && (
        <button
          type="button"
          className="block rounded-sm py-0.5 text-left text-xs text-text-2 underline target hover:text-text-1"
          onClick={() => setClicks(clicks + 1)}
        >
          Show more ({left.toLocaleString('en-US')} characters left)
        </button>
      )}
    </>
  )
}
