import { useState, type ComponentProps } from 'react'

import { readJson, type JsonValue } from '../../../../contract/json.ts'
import { FormField } from '../../../ui/controls/form-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'

interface TextFieldProps extends Omit<ComponentProps<typeof FormField>, 'children'> {
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

interface JsonTextFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'problem'> {
  /** Undefined: the field is empty. */
  value: JsonValue | undefined
  /** Reads what was typed; undefined where it can't be used. */
  read: (text: string) => JsonValue | undefined
  /** Undefined: the field was emptied. */
  onChange: (value: JsonValue | undefined) => void
}

/** A value as JSON text. What can't be read stays in the field, and the last value that could is kept. */
export function JsonTextField({ value, read, onChange, ...field }: JsonTextFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : textOf(value))
  const readTyped = (text: string) => (text.trim() === '' ? undefined : read(text))
  const isBroken = typed.trim() !== '' && readTyped(typed) === undefined
  return (
    <TextField
      {...field}
      isCode
      value={typed}
      problem={isBroken ? 'Invalid JSON. The last valid value is used.' : undefined}
      onChange={(text) => {
        setTyped(text)
        const next = readTyped(text)
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
