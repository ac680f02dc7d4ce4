import { useState } from 'react'

/** Characters that show nothing, or change what others show: a reader would see another text than is sent. */
const HIDDEN =
  /[\p{Cf}\u{FE00}-\u{FE0E}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFFA0]|[^\P{Cc}\n\t]/gu

/**
 * Text of others with every hidden character replaced by its code point in brackets: what decides about
 * a tool must be seen whole.
 * @example
 * visibleText('read\u200b') // 'read[U+200B]'
 */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (char) => `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}

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
