import { useState } from 'react'

import type { JsonValue } from '../../../contract/json.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { NumberField, SliderField } from '../../../ui/slider-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { SettingField } from './settings-fields.ts'

interface SettingControlProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  invalid: boolean
  describedBy: string
  onChange: (value: JsonValue | undefined) => void
}

/** More choices than this go into a list instead of a bar. */
const MOST_SEGMENTS = 4
const UNSET = 'unset'

/** The control that fits a field's kind. Its accessible name is the wire name. */
export function SettingControl({
  field,
  value,
  invalid,
  describedBy,
  onChange,
}: SettingControlProps) {
  const { rule, wireName: label } = field
  const { control } = rule
  const common = { label, invalid, describedBy }
  switch (control.kind) {
    case 'number': {
      const number = {
        ...common,
        value: typeof value === 'number' ? value : undefined,
        onChange,
        step: control.step,
        placeholder: 'unset',
      }
      const { min, max, above } = control
      if (min !== undefined && max !== undefined) {
        const restAt = typeof rule.default === 'number' ? rule.default : (min + max) / 2
        return (
          <div className="grow">
            <SliderField {...number} min={min} max={max} restAt={restAt} />
          </div>
        )
      }
      const least = min ?? (above === undefined ? undefined : above + 1)
      return (
        <NumberField
          {...number}
          {...(least === undefined ? {} : { min: least })}
          className="w-24"
        />
      )
    }
    case 'boolean':
      return (
        <Segmented
          label={label}
          describedBy={describedBy}
          value={value === undefined ? UNSET : JSON.stringify(value)}
          options={[
            { value: UNSET, label: 'unset' },
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          onChange={(chosen) => onChange(chosen === UNSET ? undefined : chosen === 'true')}
        />
      )
    case 'choice': {
      const chosen = typeof value === 'string' ? value : UNSET
      const change = (next: string) => onChange(next === UNSET ? undefined : next)
      const options = [UNSET, ...control.values].map((option) => ({
        value: option,
        label: option === UNSET ? 'unset' : option,
      }))
      return control.values.length <= MOST_SEGMENTS ? (
        <Segmented
          label={label}
          describedBy={describedBy}
          value={chosen}
          options={options}
          onChange={change}
        />
      ) : (
        <select
          aria-label={label}
          aria-describedby={describedBy}
          value={chosen}
          onChange={(event) => change(event.target.value)}
          className="w-full field font-mono"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )
    }
    case 'text':
      return (
        <input
          type="text"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          className="w-full field font-mono"
        />
      )
    case 'list':
      return <ListControl {...{ field, value, invalid, describedBy, onChange }} of={control.of} />
    case 'structure':
      return <JsonControl {...{ field, value, invalid, describedBy, onChange }} />
  }
}

/** A list as lines of text: one entry per line. */
function ListControl(props: SettingControlProps & { of: 'text' | 'number' }) {
  const { field, value, invalid, describedBy, onChange, of } = props
  const written =
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(lineOf).join('\n') : ''
  return (
    <TextArea
      aria-label={field.wireName}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      placeholder="One per line"
      value={written}
      onChange={(event) => {
        const lines = event.target.value.split('\n')
        if (event.target.value === '') onChange(undefined)
        else onChange(of === 'number' ? lines.map(numberOrText) : lines)
      }}
      className="max-h-40 font-mono"
    />
  )
}

function lineOf(entry: JsonValue): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry)
}

/** What is no number stays as typed, so that the fault can name it. */
function numberOrText(line: string): number | string {
  const number = Number(line)
  return line.trim() === '' || !Number.isFinite(number) ? line : number
}

/** A value with members of its own, as JSON text. What does not parse stays in the field. */
function JsonControl({ field, value, invalid, describedBy, onChange }: SettingControlProps) {
  const [typed, setTyped] = useState<string>()
  const stored = value === undefined ? '' : JSON.stringify(value, null, 2)
  const parsed = typed === undefined ? undefined : parseJson(typed)
  const broken = parsed !== undefined && !parsed.ok
  return (
    <div className="grow">
      <TextArea
        aria-label={field.wireName}
        aria-describedby={describedBy}
        aria-invalid={invalid || broken}
        placeholder="JSON"
        spellCheck={false}
        value={typed ?? stored}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          const read = parseJson(text)
          if (read.ok) onChange(read.value)
        }}
        onBlur={() => {
          if (!broken) setTyped(undefined)
        }}
        className="max-h-60 font-mono text-xs"
      />
      {broken && (
        <p role="status" className="mt-1 text-xs text-bad">
          Not valid JSON yet, so the last valid value is kept.
        </p>
      )}
    </div>
  )
}

type JsonReading = { ok: true; value: JsonValue | undefined } | { ok: false }

function parseJson(text: string): JsonReading {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch {
    return { ok: false }
  }
}
