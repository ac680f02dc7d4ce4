import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'

interface ChoiceFieldProps {
  label: string
  /** JSON values as their texts. */
  values: readonly string[]
  /** Undefined: not sent. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  invalid: boolean
  describedBy: string | undefined
}

/** What stands for "not sent"; no JSON value and no word of an API is written so. */
const UNSET = '\u2014'
/** Longer lists do not fit a bar. */
const MAX_SEGMENT_CHARS = 28

/** One of some values, or not sent at all. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, values, value, onChange, invalid, describedBy } = props
  const options = [
    { value: UNSET, label: 'Default' },
    ...values.map((one) => ({ value: one, label: one })),
  ]
  const change = (next: string) => onChange(next === UNSET ? undefined : next)
  const isKnown = value === undefined || values.includes(value)
  if (isKnown && values.length <= 4 && values.join('').length <= MAX_SEGMENT_CHARS)
    return (
      <Segmented
        label={label}
        options={options}
        value={value ?? UNSET}
        onChange={change}
        className="self-start"
        {...(describedBy === undefined ? {} : { describedBy })}
      />
    )
  return (
    <Select
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      value={value ?? UNSET}
      options={isKnown ? options : [...options, { value, label: value }]}
      onChange={change}
      className="w-full max-w-80 font-mono"
    />
  )
}
