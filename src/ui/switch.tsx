import type { ComponentProps } from 'react'

import { cx } from './cx.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'role'> {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An on/off switch. Name it with `aria-label`, `aria-labelledby` or a `<label>` around it. */
export function Switch({ onChange, className, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={rest.checked}
      onChange={(event) => onChange(event.target.checked)}
      className={cx(
        'relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-lg border border-line-strong bg-surface-2',
        'before:absolute before:top-[2px] before:left-[2px] before:size-3.5 before:rounded-lg before:bg-text-3',
        'checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent',
        'disabled:opacity-50 pointer-coarse:my-3',
        className,
      )}
    />
  )
}
