import { cx } from '../cx.ts'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'

interface ChoiceFieldProps {
  /** Accessible name. */
  label: string
  /** JSON values as their texts. */
  values: readonly string[]
  /** Undefined: not sent. */
  value: string | undefined
  /** What is used when it is not sent. */
  placeholder?: string
  /** Offers to send nothing. */
  hasDefault?: boolean
  /** There is room for a longer bar than in a line of settings. */
  roomy?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  onChange: (value: string | undefined) => void
}

/** What stands for "not sent"; no JSON value and no word of an API is written so. */
const UNSET = '\u2014'
/** Values of more letters together go into a list instead of a bar: in a line, and with room. */
const MAX_LETTERS = 9
const MAX_LETTERS_ROOMY = 28

/** One of a few values, or not sent at all. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, values, value, placeholder = 'Default', hasDefault = true, roomy = false } = props
  const described = props.describedBy === undefined ? {} : { describedBy: props.describedBy }
  const change = (next: string) => props.onChange(next === UNSET ? undefined : next)
  const isKnown = value === undefined || values.includes(value)
  const letters = values.join('').length
  if (isKnown && values.length <= 4 && letters <= (roomy ? MAX_LETTERS_ROOMY : MAX_LETTERS))
    return (
      <Segmented
        label={label}
        {...described}
        value={value ?? UNSET}
        options={[
          ...(hasDefault ? [{ value: UNSET, label: 'Default' }] : []),
          ...values.map((option) => ({ value: option, label: option })),
        ]}
        onChange={change}
        className={roomy ? 'self-start' : 'compact'}
      />
    )
  return (
    <Select
      aria-label={label}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid}
      value={value ?? UNSET}
      options={[
        // Where "default" is a value of its own, it must not be taken for what is not sent.
        { value: UNSET, label: values.includes('default') ? 'Not set' : placeholder },
        ...[...values, ...(isKnown ? [] : [value])].map((option) => ({
          value: option,
          label: option,
        })),
      ]}
      onChange={change}
      className={cx(
        'w-full',
        roomy && 'max-w-80',
        value === undefined ? 'text-xs text-text-3' : 'font-mono',
      )}
    />
  )
}
