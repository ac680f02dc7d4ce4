import type { ComponentProps } from 'react'

import { cx } from '../../ui/cx.ts'

interface SelectProps<Value extends string | number> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of some values. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { options, value, onChange, className, ...rest } = props
  return (
    <select
      {...rest}
      value={value}
      onChange={({ target: { selectedIndex } }) => {
        const chosen = options[selectedIndex]
        if (chosen !== undefined) onChange(chosen.value)
      }}
      className={cx('field', className)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
