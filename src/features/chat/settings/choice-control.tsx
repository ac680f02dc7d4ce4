import ChevronRight from 'lucide-react/icons/chevron-right'

import { Segmented } from '../../../ui/controls/segmented.tsx'
import { cx } from '../../../ui/cx.ts'

interface ChoiceControlProps {
  /** Accessible name. */
  label: string
  values: readonly string[]
  /** Undefined: not sent. */
  value: string | undefined
  /** What is used when it is not sent. */
  placeholder?: string
  describedBy?: string
  onChange: (value: string | undefined) => void
}

/** Values of more letters together than this go into a list instead of a bar. */
const MAX_LETTERS = 9
const UNSET = ''

/** One of a few words, or not sent at all. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { label, values, value, placeholder = 'Default', describedBy, onChange } = props
  const change = (next: string) => onChange(next === UNSET ? undefined : next)
  const described = describedBy === undefined ? {} : { describedBy }
  if (values.join('').length <= MAX_LETTERS)
    return (
      <Segmented
        label={label}
        {...described}
        value={value ?? UNSET}
        options={[
          { value: UNSET, label: 'Default' },
          ...values.map((option) => ({ value: option, label: option })),
        ]}
        onChange={change}
        className="compact"
      />
    )
  return (
    <div className="relative w-full">
      <select
        aria-label={label}
        aria-describedby={describedBy}
        value={value ?? UNSET}
        onChange={(event) => change(event.target.value)}
        className={cx(
          'w-full appearance-none field pr-6',
          value === undefined ? 'text-xs text-text-3' : 'font-mono',
        )}
      >
        {/* Where "default" is a value of its own, it must not be taken for what is not sent. */}
        <option value={UNSET}>{values.includes('default') ? 'Not set' : placeholder}</option>
        {values.map((option) => (
          <option key={option}>{option}</option>
        ))}
        {value !== undefined && !values.includes(value) && <option value={value}>{value}</option>}
      </select>
      <ChevronRight
        size={14}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2 my-auto rotate-90 text-text-3"
      />
    </div>
  )
}
