import { useState } from 'react'

import type { JsonValue } from '../../../../contract/json.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { readJsonText } from '../../../ui/json-editor/json-text.ts'

interface AnyValueFieldProps {
  label: string
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  describedBy: string | undefined
  placeholder?: string
}

/** A value of any shape, written as JSON. What is no JSON yet stays in the field and is not taken. */
export function AnyValueField(props: AnyValueFieldProps) {
  const { label, value, onChange, describedBy, placeholder = 'unset' } = props
  const [typed, setTyped] = useState<string>()
  const written = value === undefined ? '' : JSON.stringify(value)
  const reading = typed === undefined || typed.trim() === '' ? undefined : readJsonText(typed)
  const isBroken = reading?.ok === false
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        aria-label={`${label} as JSON`}
        aria-describedby={describedBy}
        aria-invalid={isBroken}
        placeholder={placeholder}
        spellCheck={false}
        value={typed ?? written}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value.trim() === '') return onChange(undefined)
          const read = readJsonText(target.value)
          // What reads JSON strictly gives JSON values only.
          if (read.ok) onChange(read.value as JsonValue)
        }}
        onBlur={() => {
          if (!isBroken) setTyped(undefined)
        }}
        className="max-h-48 font-mono"
      />
      {reading?.ok === false && (
        <p role="alert" className="text-xs text-bad">
          {label} is not JSON yet, so it is sent as it was before: {reading.message}
        </p>
      )}
    </div>
  )
}
