import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../contract/json.ts'
import { formatJson } from '../ui/format/json.ts'
import { LongText } from '../ui/long-text.tsx'

interface TextBodyProps {
  /** Accessible name: "Response body". */
  label: string
  text: string
}

/** A body that is shown as text: it is no JSON, or JSON that is nested too deeply for a tree. */
export function TextBody({ label, text }: TextBodyProps) {
  if (text === '') return <p className="text-text-3">The body is empty.</p>
  const isDeepJson = /^\s*[[{]/.test(text) && isNestedTooDeeply(text)
  return (
    <>
      {isDeepJson && (
        <p className="text-text-2">
          This JSON is nested more than {MAX_JSON_DEPTH} levels deep, so it is shown as text.
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
