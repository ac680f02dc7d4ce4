import { useState } from 'react'

import type { JsonValue } from '../../../../contract/json.ts'
import { part } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { JsonProblem } from '../../../ui/json-editor/diagnose.ts'
import type { JsonShape } from '../../../ui/json-editor/json-shape.ts'

const JsonEditor = part(() => import('../../../ui/json-editor/json-editor.tsx'), 'JsonEditor', {
  fallback: <Skeleton lines={4} className="p-2" />,
})

interface JsonFieldProps {
  /** Accessible name. */
  label: string
  /** Undefined: not sent; an empty text says the same. */
  value: JsonValue | undefined
  shape: JsonShape
  check: (value: unknown) => readonly JsonProblem[]
  onChange: (value: JsonValue | undefined) => void
}

/** A value as JSON text. What does not parse stays in the field, and the last value that did is kept. */
export function JsonField({ label, value, shape, check, onChange }: JsonFieldProps) {
  const [typed, setTyped] = useState<{ text: string; says: string | undefined; broken: boolean }>()
  const stored = value === undefined ? undefined : JSON.stringify(value)
  const isCurrent = typed !== undefined && (typed.broken || typed.says === stored)
  return (
    <div>
      <JsonEditor
        label={label}
        text={isCurrent ? typed.text : value === undefined ? '' : JSON.stringify(value, null, 2)}
        shape={shape}
        check={check}
        className="h-56"
        onChange={(text, reading) => {
          const empty = text.trim() === ''
          const read = empty ? undefined : reading.ok ? (reading.value as JsonValue) : undefined
          const says = read === undefined ? undefined : JSON.stringify(read)
          setTyped({ text, says, broken: !empty && !reading.ok })
          if (empty || reading.ok) onChange(read)
        }}
      />
      {typed?.broken === true && (
        <p role="status" className="mt-1 text-xs text-bad">
          Invalid JSON. The last valid value is used.
        </p>
      )}
    </div>
  )
}
