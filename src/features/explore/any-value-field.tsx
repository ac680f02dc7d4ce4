import { useState } from 'react'

import { readJson, type JsonValue } from '../../../contract/json.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { JsonErrorPlace } from './json-error-place.tsx'

interface AnyValueFieldProps {
  label: string
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  describedBy: string | undefined
  placeholder?: string
}

/** A value of any shape, written as JSON. What is no JSON yet stays in the field and is not taken. */
export function AnyValueField(props: AnyValueFieldProps) {
  const { label, value, onChange, describedBy, placeholder = 'Default' } = props
  const [typed, setTyped] = useState<string>()
  const written = value === undefined ? '' : JSON.stringify(value)
  const isBroken = typed !== undefined && typed.trim() !== '' && readJson(typed) === undefined
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
          const read = readJson(target.value)
          if (read !== undefined) onChange(read)
        }}
        onBlur={() => {
          if (!isBroken) setTyped(undefined)
        }}
        className="max-h-48 font-mono"
      />
      {isBroken && (
        <p role="alert" className="text-xs text-bad">
          Invalid JSON, so the previous {label} is sent
          <JsonErrorPlace text={typed} />
        </p>
      )}
    </div>
  )
}
