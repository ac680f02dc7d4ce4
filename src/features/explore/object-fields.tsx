import { type ComponentType, type ReactNode, useState } from 'react'

import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import type { ValueSchema } from '../../core/client/queries/openapi-schema.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import type { SchemaFieldProps } from './schema-field-props.ts'

interface ObjectFieldsProps {
  Field: ComponentType<SchemaFieldProps>
  /** Of the object itself; empty for a whole body. */
  path: string
  schema: ValueSchema
  value: JsonObject
  faults: ReadonlyMap<string, string>
  onChange: (name: string, value: JsonValue | undefined) => void
  /** What stands for some of the members instead of a field made from their schema. */
  instead?: (name: string, schema: ValueSchema) => ReactNode
}

/** With more optional fields than this they are folded away. */
const MAX_OPEN = 10

/** The members of an object: what is required first, the rest below it. */
export function ObjectFields({
  Field,
  path,
  schema,
  value,
  faults,
  onChange,
  instead,
}: ObjectFieldsProps) {
  const { properties = {}, required = [] } = schema
  // What must be there and can be only one thing, such as a role, leaves nothing to decide.
  const isGiven = (name: string) => {
    const [only, ...more] = properties[name]?.enum ?? []
    return only !== undefined && more.length === 0 && value[name] === only
  }
  const names = Object.keys(properties).filter((name) => !isGiven(name) || !required.includes(name))
  const first = names.filter((name) => required.includes(name))
  const rest = names.filter((name) => !required.includes(name))
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
  const set = rest.filter((name) => value[name] !== undefined).length
  const [openAtFirst] = useState(first.length === 0 || set > 0)
  const fields = (listed: readonly string[]) =>
    listed.map((name) => {
      const member = properties[name] ?? {}
      const replaced = instead?.(name, member)
      return (
        <div key={name}>
          {replaced ?? (
            <Field
              path={path === '' ? name : `${path}.${name}`}
              name={name}
              schema={member}
              required={required.includes(name)}
              value={value[name]}
              onChange={(next) => onChange(name, next)}
              faults={faults}
            />
          )}
        </div>
      )
    })
  return (
    <div className="flex flex-col gap-3">
      {fields(first)}
      {rest.length > MAX_OPEN ? (
        <Disclosure
          open={openAtFirst}
          summary={`${rest.length} optional fields${set === 0 ? '' : `, ${set} set`}`}
        >
          <div className="flex flex-col gap-3 pt-2 pl-1">{fields(rest)}</div>
        </Disclosure>
      ) : (
        fields(rest)
      )}
      {others.length > 0 && (
        <p className="text-xs text-text-3">
          Other properties: <span className="font-mono">{others.join(', ')}</span>. Edit them as
          JSON.
        </p>
      )}
    </div>
  )
}
