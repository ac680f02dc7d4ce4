import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { ValueShape } from '../../../../contract/value-shape.ts'
import { without } from '../../../core/chat/structures/entries.ts'
import {
  propertiesOf,
  SCHEMA_TYPES,
  type SchemaProperty,
  typeOf,
  valuesOf,
  withNewProperty,
  withoutProperty,
  withProperty,
  withRenamed,
  withRequired,
  withType,
  withValues,
} from '../../../core/chat/structures/schema-edit.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { JsonField } from './json-field.tsx'
import { NameField } from './name-field.tsx'

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

interface SchemaBuilderProps {
  /** Accessible name; every name inside begins with it. */
  label: string
  schema: JsonObject
  onChange: (schema: JsonObject) => void
}

/** The properties of an object schema as a form, with those of nested objects inside. */
function SchemaBuilder({ label, schema, onChange }: SchemaBuilderProps) {
  const properties = propertiesOf(schema)
  return (
    <div className="flex flex-col gap-1.5 border-l pl-2">
      {properties.map((property, index) => (
        <PropertyFields
          key={index}
          label={`${label} ${index + 1}`}
          property={property}
          taken={properties.map(({ name }) => name).filter((name) => name !== property.name)}
          schema={schema}
          onChange={onChange}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-label={`${label}: add a property`}
          onClick={() => onChange(withNewProperty(schema))}
        >
          <Plus size={14} aria-hidden />
          Property
        </Button>
        <label className="flex items-center gap-1 text-xs text-text-2">
          <input
            type="checkbox"
            checked={schema['additionalProperties'] === false}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? { ...schema, additionalProperties: false }
                  : without(schema, 'additionalProperties'),
              )
            }
          />
          no other properties
        </label>
      </div>
    </div>
  )
}

interface PropertyFieldsProps extends SchemaBuilderProps {
  property: SchemaProperty
  taken: readonly string[]
}

function PropertyFields({ label, property, taken, schema, onChange }: PropertyFieldsProps) {
  const { name, schema: member, required } = property
  const change = (next: JsonObject) => onChange(withProperty(schema, name, next))
  const { description } = member
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-1">
        <NameField
          label={`${label} name`}
          name={name}
          taken={taken}
          onChange={(next) => onChange(withRenamed(schema, name, next))}
          className="w-0 grow"
        />
        <TypeSelect label={`${label} type`} schema={member} onChange={change} />
        <label className="flex items-center gap-1 text-xs text-text-2">
          <input
            type="checkbox"
            aria-label={`${label} required`}
            checked={required}
            onChange={(event) => onChange(withRequired(schema, name, event.target.checked))}
          />
          req.
        </label>
        <IconButton
          label={`Remove ${label}`}
          onClick={() => onChange(withoutProperty(schema, name))}
        >
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <input
        type="text"
        aria-label={`${label} description`}
        placeholder="description"
        value={typeof description === 'string' ? description : ''}
        onChange={(event) =>
          change(
            event.target.value === ''
              ? without(member, 'description')
              : { ...member, description: event.target.value },
          )
        }
        className="field text-xs"
      />
      <TypeFields label={label} schema={member} onChange={change} />
    </div>
  )
}

/** What belongs to one type only: allowed values, the kind of the items, the members of an object. */
function TypeFields({ label, schema, onChange }: SchemaBuilderProps) {
  switch (typeOf(schema)) {
    case 'string':
    case 'number':
    case 'integer':
      return (
        <input
          type="text"
          aria-label={`${label} enum`}
          placeholder="any value, or a, b, c"
          // Written freely; it is read when it is left.
          key={valuesOf(schema)}
          defaultValue={valuesOf(schema)}
          onBlur={(event) => {
            if (event.target.value !== valuesOf(schema))
              onChange(withValues(schema, event.target.value))
          }}
          className="field font-mono text-xs"
        />
      )
    case 'object':
      return <SchemaBuilder label={label} schema={schema} onChange={onChange} />
    case 'array': {
      const items = isJsonObject(schema['items']) ? schema['items'] : {}
      const change = (next: JsonObject) => onChange({ ...schema, items: next })
      return (
        <div className="flex flex-col gap-1 border-l pl-2">
          <div className="flex items-center gap-2 text-xs text-text-2">
            of
            <TypeSelect label={`${label} items type`} schema={items} onChange={change} />
          </div>
          <TypeFields label={`${label} items`} schema={items} onChange={change} />
        </div>
      )
    }
    default:
      return null
  }
}

function TypeSelect({ label, schema, onChange }: SchemaBuilderProps) {
  const type = typeOf(schema)
  return (
    <select
      aria-label={label}
      value={type ?? ''}
      onChange={(event) => {
        const next = SCHEMA_TYPES.find((candidate) => candidate === event.target.value)
        if (next !== undefined) onChange(withType(schema, next))
      }}
      className="field font-mono text-xs"
    >
      {type === undefined && <option value="">as JSON</option>}
      {SCHEMA_TYPES.map((candidate) => (
        <option key={candidate}>{candidate}</option>
      ))}
    </select>
  )
}
