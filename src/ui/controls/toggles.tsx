import { type ReactNode, useId } from 'react'

import { cx } from '../cx.ts'

interface Segment<Value extends string> {
  value: Value
  /** Words; with `icon` they are the accessible name and tooltip only. */
  label: string
  icon?: ReactNode
  disabled?: boolean
}

interface SegmentedProps<Value extends string> {
  label: string
  options: readonly Segment<Value>[]
  /** Undefined: none is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
  disabled?: boolean
  describedBy?: string
  className?: string
}

/** A radio group drawn as one bar: few choices, all visible. Arrow keys move, as in any radio group. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, disabled, describedBy, className } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      className={cx(
        'inline-flex max-w-full flex-wrap rounded-md border border-(--field-line) bg-surface-2',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon === undefined ? undefined : option.label}
          className="relative flex grow items-center justify-center rounded-[5px] px-2 text-sm text-text-2 target hover:text-text-1 has-checked:bg-accent/12 has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-50"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled === true || option.disabled === true}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
            aria-label={option.label}
          />
          <span aria-hidden className="pointer-events-none whitespace-nowrap">
            {option.icon ?? option.label}
          </span>
        </label>
      ))}
    </div>
  )
}

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  describedBy?: string
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={() => onChange(!checked)}
      className="group/switch flex shrink-0 items-center justify-end rounded-md target"
    >
      <span
        aria-hidden
        className="flex h-5 w-9 items-center rounded-full border border-line-strong bg-surface-2 px-0.5 group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent"
      >
        <span className="size-3.5 rounded-full bg-line-strong group-aria-checked/switch:translate-x-4 group-aria-checked/switch:bg-on-accent" />
      </span>
    </button>
  )
}
