import type { JsonValue } from '../../../../contract/json.ts'
import { kindOf, type RuleField } from '../../../core/evaluate/checks/check-kinds.ts'
import type { CheckRule } from '../../../core/evaluate/checks/check.ts'
import { FormField } from '../../../ui/controls/form-field.tsx'
import { ConnectionSelect } from '../grid/connection-select.tsx'
import { ModelSelect } from '../grid/model-select.tsx'
import { Select } from '../select.tsx'
import { JsonTextField, TextField } from './fields.tsx'

interface RuleFieldsProps {
  rule: CheckRule
  onChange: (rule: CheckRule) => void
}

/** The form of one rule. */
export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  return kindOf(rule).fields.map((field) => (
    <RuleInput
      key={field.name}
      field={field}
      rule={rule}
      onChange={(value) => {
        const { [field.name]: _, ...rest } = rule as Record<string, unknown>
        const next = value === undefined ? rest : { ...rule, [field.name]: value }
        if (value !== undefined || field.optional) onChange(next as CheckRule)
      }}
    />
  ))
}

interface RuleInputProps {
  field: RuleField
  rule: CheckRule
  /** Undefined: the field was emptied. */
  onChange: (value: JsonValue | undefined) => void
}

function RuleInput({ field, rule, onChange }: RuleInputProps) {
  const { name, label, hint, placeholder } = field
  const { [name]: value }: Readonly<Record<string, JsonValue | undefined>> = rule
  const words = { label, ...(hint && { hint }), ...(placeholder && { placeholder }) }
  switch (field.input) {
    case 'text':
    case 'code':
      return (
        <TextField
          {...words}
          isCode={field.input === 'code'}
          value={typeof value === 'string' ? value : ''}
          problem={field.input === 'code' ? field.problem?.(rule) : undefined}
          onChange={(typed) => {
            const text = field.input === 'code' && field.isTrimmed ? typed.trim() : typed
            onChange(text === '' && field.optional ? undefined : text)
          }}
        />
      )
    case 'json':
      return <JsonTextField {...words} value={value} read={field.read} onChange={onChange} />
    case 'number': {
      const { unit = 1 } = field
      return (
        <FormField {...words}>
          {(input) => (
            <input
              {...input}
              type="number"
              min={0}
              step={unit === 1 ? 1 : 'any'}
              // What is typed stays as it is: "0." is on its way to "0.5".
              defaultValue={value === undefined ? undefined : Number(value) / unit}
              onChange={({ target: { validity, value: typed, valueAsNumber } }) => {
                if (validity.valid)
                  onChange(typed === '' ? undefined : Math.round(valueAsNumber * unit))
              }}
              className="w-full max-w-40 field"
            />
          )}
        </FormField>
      )
    }
    case 'choice':
      return (
        <FormField {...words}>
          {(input) => (
            <Select
              {...input}
              value={typeof value === 'number' || typeof value === 'string' ? value : ''}
              options={field.options(value)}
              onChange={(next) => onChange(next === '' ? undefined : next)}
            />
          )}
        </FormField>
      )
    case 'flag':
      return (
        <label className="flex items-center gap-2 text-sm text-text-2 target">
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ target }) => onChange(target.checked)}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      )
    case 'model':
    case 'connection': {
      if (rule.type !== 'judge') return null
      const Input = field.input === 'model' ? ModelSelect : ConnectionSelect
      return (
        <div className="flex flex-col gap-1 text-sm">
          <span aria-hidden className="font-medium">
            {label}
          </span>
          <Input label={label} configuration={rule} onChange={onChange} />
        </div>
      )
    }
  }
}
