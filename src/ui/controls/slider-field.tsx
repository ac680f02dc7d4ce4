import { useState } from 'react'

import { cx } from '../cx.ts'

interface SliderFieldProps {
  /** Accessible name of the number field; the slider is named "<label> slider". */
  label: string
  min: number
  max: number
  step: number
  /** Undefined: not set. */
  value: number | undefined
  /** Called with undefined when the field is emptied. Numbers outside the range come through. */
  onChange: (value: number | undefined) => void
  /** What is used while there is no value: a hollow thumb stands there, or faintly in the middle where it is not known. */
  ghost?: number
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  disabled?: boolean
}

/** A number with a slider for the range and a field for the exact value; both set the same value. */
export function SliderField(props: SliderFieldProps) {
  const { label, min, max, step, value, onChange, disabled } = props
  return (
    <div className="flex min-w-0 grow items-center gap-2">
      <input
        type="range"
        aria-label={`${label} slider`}
        min={min}
        max={max}
        step={step}
        value={value ?? props.ghost ?? (min + max) / 2}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        // A press where the thumb is already changes nothing, but sets what was not set.
        onClick={(event) => {
          if (value === undefined) onChange(event.currentTarget.valueAsNumber)
        }}
        className={cx(
          'slider',
          value === undefined &&
            cx(
              '[--thumb-fill:var(--surface-1)]',
              props.ghost === undefined
                ? '[--thumb:var(--line-strong)]'
                : '[--thumb:var(--text-3)]',
            ),
        )}
      />
      <NumberField {...props} className="w-16 shrink-0" />
    </div>
  )
}

interface NumberFieldProps {
  label: string
  min?: number
  max?: number
  step?: number
  /** Undefined: not set. */
  value: number | undefined
  /** Called with undefined when the field is emptied. Numbers outside the range come through. */
  onChange: (value: number | undefined) => void
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  disabled?: boolean
  className?: string
}

/** A number field that can be empty. What is typed stays as typed ("0.", "1e3") while in the field. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, invalid, describedBy, className, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && readNumber(typed) === value
  return (
    <input
      type="number"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      min={rest.min}
      max={rest.max}
      step={rest.step}
      disabled={rest.disabled}
      placeholder={rest.placeholder}
      value={isCurrent ? typed : (value ?? '')}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(readNumber(event.target.value))
      }}
      onBlur={() => setTyped(undefined)}
      className={cx(
        'field text-right font-mono placeholder:font-sans placeholder:text-xs',
        className,
      )}
    />
  )
}

function readNumber(text: string): number | undefined {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
