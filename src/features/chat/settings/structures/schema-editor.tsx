import { useState } from 'react'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../contract/json.ts'
import type { ValueShape } from '../../../../../contract/value-shape.ts'
import { SCHEMA_TYPES, typeOf } from '../../../../core/chat/settings/structures/schema-edit.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { JsonField } from './json-field.tsx'
import { SchemaBuilder } from './schema-builder.tsx'

interface SchemaEditorProps {
  /** Accessible name; every name inside begins with it. */
  label: string
  value: JsonValue | undefined
  onChange: (value: JsonObject | undefined) => void
}

const EMPTY: JsonObject = { type: 'object', properties: {} }

/** What completion proposes inside a JSON schema, two levels deep. */
const SCHEMA_SHAPE: ValueShape = schemaShape(4)

/** A JSON schema: as a list of properties, or as text. Both edit the same value. */
export function SchemaEditor({ label, value, onChange }: SchemaEditorProps) {
  const [asJson, setAsJson] = useState(false)
  const schema = isJsonObject(value) ? value : EMPTY
  const simple = value === undefined || typeOf(schema) === 'object'
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <span className="font-mono text-xs text-text-2">{label.split(' ').at(-1)}</span>
        <Button
          variant="ghost"
          aria-label={`${label} as ${asJson ? 'a form' : 'JSON'}`}
          className="text-xs"
          onClick={() => setAsJson(!asJson)}
        >
          {asJson ? 'Form' : '{ } JSON'}
        </Button>
      </div>
      {asJson || !simple ? (
        <JsonField
          label={`${label} JSON`}
          value={value}
          shape={SCHEMA_SHAPE}
          check={(given) =>
            isJsonObject(given)
              ? []
              : [{ path: [], message: 'A schema is an object here.', severity: 'error' }]
          }
          onChange={(next) => {
            if (next === undefined || isJsonObject(next)) onChange(next)
          }}
        />
      ) : (
        <SchemaBuilder label={label} schema={schema} onChange={onChange} />
      )}
    </div>
  )
}

function schemaShape(depth: number): ValueShape {
  return {
    type: 'object',
    properties: {
      type: { enum: [...SCHEMA_TYPES, 'null'] },
      description: { type: 'string', description: 'What the value means, for the model.' },
      properties: { type: 'object', description: 'The properties, by name.' },
      required: { type: 'array', items: { type: 'string' } },
      ...(depth > 0 && { items: schemaShape(depth - 1) }),
      enum: { type: 'array', description: 'The allowed values.' },
      additionalProperties: {
        type: 'boolean',
        description: 'Whether other properties are allowed.',
      },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      minLength: { type: 'integer' },
      maxLength: { type: 'integer' },
      pattern: { type: 'string' },
    },
  }
}
