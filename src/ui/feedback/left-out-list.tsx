import { visibleBidi } from '../markdown/visible-bidi.ts'

interface LeftOutListProps {
  sentences: readonly string[]
}

/** What an import left out, wherever something is imported; nothing where it took everything. */
export function LeftOutList({ sentences }: LeftOutListProps) {
  if (sentences.length === 0) return null
  return (
    <ul role="status" aria-label="Left out" className="flex flex-col gap-1 text-sm text-warn">
      {sentences.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          {visibleBidi(sentence)}
        </li>
      ))}
    </ul>
  )
}
