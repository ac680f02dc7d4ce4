import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useState } from 'react'

import { type JsonObject, type JsonValue, isJsonObject } from '../../../contract/json.ts'
import type { ValueSchema } from '../../core/client/queries/openapi-schema.ts'
import {
  alternativeFor,
  alternativesOf,
  valueToBegin,
} from '../../core/explore/schema/value-of-schema.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ChoiceField } from '../../ui/controls/fields.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { NumberField } from '../../ui/controls/slider-field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { AnyValueField, FieldFrame } from './field-frame.tsx'

interface SchemaFieldProps {
  /** Its whole path, which is its accessible name: `messages[0].content`. */
  path: string
  /** The last part of the path, as it stands on the screen. */
  name: string
  schema: ValueSchema
  required: boolean
  /** Undefined: not sent. */
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  /** What is wrong, by path. */
  faults: ReadonlyMap<string, string>
}

interface SchemaControlProps extends SchemaFieldProps {
  describedBy: string
  invalid: boolean
}

/** One field made from a schema: its name, its control, what it means and what is wrong with it. */
export function SchemaField(props: SchemaFieldProps) {
  const { path, required, value, onChange, faults } = props
  const id = useId()
  const fault = faults.get(path)
  return (
    <FieldFrame
      {...props}
      id={id}
      fault={fault}
      onUnset={required || value === undefined ? undefined : () => onChange(undefined)}
    >
      <SchemaControl {...props} describedBy={id} invalid={fault !== undefined} />
    </FieldFrame>
  )
}

function SchemaControl(props: SchemaControlProps) {
  const { path, schema, value, onChange, describedBy, invalid } = props
  const asJson = (
    <AnyValueField label={path} value={value} onChange={onChange} describedBy={describedBy} />
  )
  const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined)
  if (values !== undefined) {
    const texts = new Map(values.map((one) => [choiceText(one), one]))
    return (
      <ChoiceField
        roomy
        label={path}
        values={[...texts.keys()]}
        value={value === undefined ? undefined : choiceText(value)}
        onChange={(text) => onChange(text === undefined ? undefined : (texts.get(text) ?? text))}
        {...{ describedBy, invalid }}
      />
    )
  }
  if (schema.anyOf !== undefined) return <AlternativesField {...props} />
  switch (schema.type) {
    case 'number':
    case 'integer':
      if (value !== undefined && typeof value !== 'number') return asJson
      return (
        <NumberField
          label={path}
          value={value}
          onChange={onChange}
          placeholder={placeholder(props)}
          invalid={invalid}
          describedBy={describedBy}
          className="w-40"
        />
      )
    case 'string':
      if (value !== undefined && typeof value !== 'string') return asJson
      return (
        <TextArea
          aria-label={path}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          placeholder={placeholder(props)}
          spellCheck={false}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className="max-h-48"
        />
      )
    case 'array':
      return value === undefined || Array.isArray(value) ? <ListField {...props} /> : asJson
    case 'object': {
      const fits = value === undefined || isJsonObject(value)
      const known = Object.keys(schema.properties ?? {}).length > 0
      return fits && known ? <ObjectField {...props} /> : asJson
    }
    default:
      return asJson
  }
}

const UNSET = ''

function AlternativesField(props: SchemaControlProps) {
  const { path, schema, value, onChange } = props
  const alternatives = alternativesOf(schema)
  const current = value === undefined ? undefined : alternativeFor(alternatives, value)
  const name = current?.name ?? (value === undefined ? UNSET : 'JSON')
  return (
    <div className="flex flex-col gap-2">
      <Select
        aria-label={`Type of ${path}`}
        value={name}
        onChange={(next) => {
          const chosen = alternatives.find((one) => one.name === next)
          onChange(chosen === undefined ? undefined : valueToBegin(chosen.schema))
        }}
        options={[
          { value: UNSET, label: 'Default' },
          ...alternatives.map((one) => ({ value: one.name, label: one.name })),
          ...(name === 'JSON' ? [{ value: 'JSON', label: 'other' }] : []),
        ]}
        className="max-w-80 self-start font-mono"
      />
      {value !== undefined && <SchemaControl {...props} schema={current?.schema ?? {}} />}
    </div>
  )
}

function choiceText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function placeholder({ schema, required }: SchemaControlProps): string {
  const given = schema.default ?? schema.examples?.[0]
  const word = schema.default === undefined ? 'e.g.' : 'Default:'
  if (typeof given === 'string' || typeof given === 'number')
    return `${word} ${String(given).slice(0, 60)}`
  return required ? '' : 'Default'
}

function ListField({ path, schema, required, value, onChange, faults }: SchemaControlProps) {
  const id = useId()
  const items = Array.isArray(value) ? value : []
  const item = schema.items ?? {}
  const change = (next: typeof items) => onChange(next.length === 0 && !required ? undefined : next)
  return (
    <div className="flex flex-col items-start gap-2 border-l pl-3">
      {items.map((one, index) => {
        const at = `${path}[${index}]`
        const fault = faults.get(at)
        return (
          <div key={index} className="flex w-full items-start gap-1">
            <div className="flex min-w-0 grow flex-col gap-1">
              <SchemaControl
                path={at}
                name={String(index)}
                schema={item}
                required
                value={one}
                onChange={(next) => change(items.with(index, next ?? ''))}
                faults={faults}
                describedBy={`${id}-${index}`}
                invalid={fault !== undefined}
              />
              <p id={`${id}-${index}`} className="text-xs text-bad">
                {fault}
              </p>
            </div>
            <IconButton
              label={`Remove ${at}`}
              onClick={() => change(items.filter((_, other) => other !== index))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      <Button
        aria-label={`Add to ${path}`}
        disabled={schema.maxItems !== undefined && items.length >= schema.maxItems}
        onClick={() => change([...items, valueToBegin(item)])}
      >
        <Plus size={14} aria-hidden />
        Add
      </Button>
    </div>
  )
}

function ObjectField({ path, schema, value, onChange, faults }: SchemaControlProps) {
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

interface ObjectFieldsProps {
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
export function ObjectFields(props: ObjectFieldsProps) {
  const { path, schema, value, faults, onChange, instead } = props
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
            <SchemaField
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
