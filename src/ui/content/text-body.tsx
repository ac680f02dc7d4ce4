import { formatJson } from '../format/json.ts'
import { LongText } from './long-text.tsx'

interface TextBodyProps {
  /** Accessible name: "Response body". */
  label: string
  text: string
  /** Levels up to which JSON is shown as a tree. */
  maxDepth: number
  /** Whether a JSON text is nested more deeply than that. */
  isTooDeep: (text: string) => boolean
}

/** A body that is shown as text: it is no JSON, or JSON that is nested too deeply for a tree. */
export function TextBody({ label, text, maxDepth, isTooDeep }: TextBodyProps) {
  if (text === '') return <p className="text-text-3">The body is empty.</p>
  const isDeepJson = /^\s*[[{]/.test(text) && isTooDeep(text)
  return (
    <>
      {isDeepJson && (
        <p className="text-text-2">
          This JSON is nested more than {maxDepth} levels deep, so it is shown as text.
        </p>
      )}
      <LongText
        label={label}
        read={(limit) => (isDeepJson ? formatJson(text, limit) : text.slice(0, limit))}
        whole={() => text}
        wrap
      />
    </>
  )
}
