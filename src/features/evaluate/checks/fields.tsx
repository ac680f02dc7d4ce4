import { useState } from 'react'

import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { FormField } from '../../../ui/controls/form-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'

interface FieldProps {
  /** Shown, and the accessible name. */
  label: string
  /** What it does, in one sentence. */
  hint?: string
  /** Why its value can't be used. */
  problem?: string | undefined
}

interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** A value of code, such as a pattern. */
  isCode?: boolean
}

/** A text of one line or more. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, placeholder, isCode = false, ...field } = props
  return (
    <FormField {...field}>
      {(input) => (
        <TextArea
          {...input}
          value={value}
          placeholder={placeholder}
          spellCheck={!isCode}
          onChange={(event) => onChange(event.target.value)}
          className={cx('max-h-[40vh]', isCode && 'font-mono text-xs')}
        />
      )}
    </FormField>
  )
}

interface JsonTextFieldProps extends FieldProps {
  /** Undefined: the field is empty. */
  value: JsonValue | undefined
  /** Reads what was typed; undefined where it can't be used. */
  read: (text: string) => JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  placeholder?: string
}

/** A value as JSON text. What can't be read stays in the field, and the last value that could is kept. */
export function JsonTextField({ value, read, onChange, ...field }: JsonTextFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : textOf(value))
  const isBroken = typed.trim() !== '' && read(typed) === undefined
  return (
    <TextField
      {...field}
      isCode
      value={typed}
      problem={isBroken ? 'Invalid JSON. The last valid value is used.' : undefined}
      onChange={(text) => {
        setTyped(text)
        const next = read(text)
        if (next !== undefined || text.trim() === '') onChange(next)
      }}
    />
  )
}

/** A text that could be read as another value is shown as JSON. */
function textOf(value: JsonValue): string {
  if (typeof value === 'string')
    return readJson(value) === undefined ? value : JSON.stringify(value)
  return JSON.stringify(value, null, 2)
}

interface NumberFieldProps extends FieldProps {
  value: number | undefined
  onChange: (value: number | undefined) => void
  min?: number
  step?: number | 'any'
}

/** A number, or none. */
export function NumberField({ value, onChange, min = 0, step = 1, ...field }: NumberFieldProps) {
  return (
    <FormField {...field}>
      {(input) => (
        <input
          {...input}
          type="number"
          min={min}
          step={step}
          // What is typed stays as it is: "0." is on its way to "0.5".
          defaultValue={value}
          onChange={({ target }) => {
            if (target.validity.valid)
              onChange(target.value === '' ? undefined : target.valueAsNumber)
          }}
          className="w-full max-w-40 field"
        />
      )}
    </FormField>
  )
}

interface SelectFieldProps extends FieldProps {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of some values. */
export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  return (
    <FormField {...field}>
      {(input) => (
        <select
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full field"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

interface CheckFieldProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Yes or no. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-text-2 target">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
