import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'

import { isJsonObject } from '../../../contract/json.ts'
import { alternativeFor, alternativesOf } from '../../core/explore/schema/alternatives.ts'
import { valueToBegin } from '../../core/explore/schema/value-of-schema.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ChoiceField } from '../../ui/controls/choice-field.tsx'
import { NumberField } from '../../ui/controls/slider-field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { AnyValueField } from './any-value-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { ObjectField } from './object-field.tsx'
import type { NestingProps, SchemaControlProps, SchemaFieldProps } from './schema-field-props.ts'

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

/** The control that a schema asks for; JSON text where no other fits the schema or the value. */
function SchemaControl(props: SchemaControlProps) {
  const { path, schema, value, onChange, describedBy, invalid } = props
  const asJson = (
    <AnyValueField label={path} value={value} onChange={onChange} describedBy={describedBy} />
  )
  if (schema.enum !== undefined) {
    const texts = new Map(schema.enum.map((one) => [choiceText(one), one]))
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
    case 'boolean':
      return (
        <ChoiceField
          roomy
          label={path}
          values={['true', 'false']}
          value={value === undefined ? undefined : choiceText(value)}
          onChange={(text) => onChange(text === undefined ? undefined : text === 'true')}
          {...{ describedBy, invalid }}
        />
      )
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
      return value === undefined || Array.isArray(value) ? (
        <ListField {...props} Control={SchemaControl} />
      ) : (
        asJson
      )
    case 'object': {
      const fits = value === undefined || isJsonObject(value)
      const known = Object.keys(schema.properties ?? {}).length > 0
      return fits && known ? <ObjectField {...props} Field={SchemaField} /> : asJson
    }
    default:
      return asJson
  }
}

const UNSET = ''

/** A value that may have one of several shapes: the shape is chosen, then the value is written. */
function AlternativesField(props: SchemaControlProps) {
  const { path, schema, value, onChange } = props
  const alternatives = alternativesOf(schema)
  const current = value === undefined ? undefined : alternativeFor(alternatives, value)
  const name = current?.name ?? (value === undefined ? UNSET : 'JSON')
  return (
    <div className="flex flex-col gap-2">
      <select
        aria-label={`Type of ${path}`}
        value={name}
        onChange={({ target }) => {
          const chosen = alternatives.find((one) => one.name === target.value)
          onChange(chosen === undefined ? undefined : valueToBegin(chosen.schema))
        }}
        className="max-w-80 self-start field font-mono"
      >
        <option value={UNSET}>Default</option>
        {alternatives.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
        {name === 'JSON' && <option value="JSON">other</option>}
      </select>
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

/** A list of values of one shape. An empty list is not sent, unless something else wrote it. */
function ListField({ Control, path, schema, required, value, onChange, faults }: NestingProps) {
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
              <Control
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
