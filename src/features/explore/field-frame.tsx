import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'

import { type JsonValue, readJson } from '../../../contract/json.ts'
import type { ValueSchema } from '../../core/client/queries/openapi-schema.ts'
import { limitsOf } from '../../core/explore/schema/value-of-schema.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { part } from '../../ui/feedback/part.tsx'

interface FieldFrameProps {
  path: string
  name: string
  schema: ValueSchema
  required: boolean
  id: string
  fault: string | undefined
  onUnset?: (() => void) | undefined
  children: ReactNode
}

/** The words around a control. */
export function FieldFrame(props: FieldFrameProps) {
  const { path, name, schema, required, id, fault, onUnset, children } = props
  const limits = limitsOf(schema)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2">
        <span className="font-mono text-sm">{name}</span>
        {required && <span className="text-xs text-text-2">required</span>}
        {schema.deprecated === true && <Badge tone="warn">deprecated</Badge>}
        {limits !== '' && <span className="text-xs text-text-3">{limits}</span>}
        {onUnset !== undefined && (
          <IconButton label={`Reset ${path}`} onClick={onUnset} className="ml-auto">
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {children}
      <div id={id} className="flex flex-col gap-0.5 text-xs">
        {fault !== undefined && <p className="text-bad">{fault}</p>}
        {schema.description !== undefined && (
          <p className="line-clamp-3 text-text-3" title={schema.description}>
            {schema.description}
          </p>
        )}
      </div>
    </div>
  )
}

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

/** Ends a sentence with the place of a JSON error. The parser is as large as the rest of Explore. */
export const JsonErrorPlace = part(
  () => import('../../ui/json-editor/json-error.tsx'),
  'JsonError',
  { fallback: '.', quiet: true },
)
