import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'

import { cx } from '../cx.ts'

interface SelectProps<Value extends string | number> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of some values: a field as every other, with the browser's own list for its keys and for phones. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { options, value, onChange, className, ...rest } = props
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        {...rest}
        value={value}
        onChange={({ target: { selectedIndex } }) => {
          const chosen = options[selectedIndex]
          if (chosen !== undefined) onChange(chosen.value)
        }}
        className="w-full min-w-0 appearance-none field pr-7 font-[inherit]"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2 my-auto text-text-3"
      />
    </span>
  )
}
