import type { ComponentType } from 'react'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { valueToBegin } from '../../core/explore/schema/value-of-schema.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ObjectFields } from './object-fields.tsx'
import type { SchemaControlProps, SchemaFieldProps } from './schema-field-props.ts'

/** An object inside a body; while it is not set it is one button. */
export function ObjectField(
  props: SchemaControlProps & { Field: ComponentType<SchemaFieldProps> },
) {
  const { path, schema, value, onChange, faults, Field } = props
  if (!isJsonObject(value))
    return (
      <Button
        aria-label={`Set ${path}`}
        className="self-start"
        onClick={() => onChange(valueToBegin(schema))}
      >
        Set
      </Button>
    )
  return (
    <div role="group" aria-label={path} className="border-l pl-3">
      <ObjectFields
        Field={Field}
        path={path}
        schema={schema}
        value={value}
        faults={faults}
        onChange={(name, next) => onChange(withMember(value, name, next))}
      />
    </div>
  )
}

/** An object with a member changed, or without it. */
export function withMember(
  object: JsonObject,
  name: string,
  value: JsonValue | undefined,
): JsonObject {
  if (value !== undefined) return { ...object, [name]: value }
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name))
}
