import { Segmented } from '../../../ui/controls/segmented.tsx'

interface ChoiceControlProps {
  /** Accessible name. */
  label: string
  values: readonly string[]
  /** Undefined: not sent. */
  value: string | undefined
  describedBy?: string
  onChange: (value: string | undefined) => void
}

/** More choices than this go into a list instead of a bar. */
const MAX_SEGMENTS = 4
const UNSET = ''

/** One of a few words, or not sent at all. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { label, values, value, describedBy, onChange } = props
  const change = (next: string) => onChange(next === UNSET ? undefined : next)
  const options = [
    // Where "default" is a value of its own, it must not be taken for what is not sent.
    { value: UNSET, label: values.includes('default') ? 'Not set' : 'Default' },
    ...values.map((option) => ({ value: option, label: option })),
  ]
  const described = describedBy === undefined ? {} : { describedBy }
  if (values.length <= MAX_SEGMENTS)
    return (
      <Segmented
        label={label}
        {...described}
        value={value ?? UNSET}
        options={options}
        onChange={change}
      />
    )
  return (
    <select
      aria-label={label}
      aria-describedby={describedBy}
      value={value ?? UNSET}
      onChange={(event) => change(event.target.value)}
      className="w-full field font-mono"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {value !== undefined && !values.includes(value) && <option value={value}>{value}</option>}
    </select>
  )
}
