import type { ComponentProps, ReactNode } from 'react'

import { cx } from '../cx.ts'

/** `primary` is the one next thing to do on a screen; `danger` is for what destroys. */
type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent font-medium text-on-accent hover:bg-accent/85',
  plain: 'bg-surface-2 text-text-1 hover:bg-surface-3',
  ghost: 'text-text-2 hover:bg-surface-2 hover:text-text-1',
  danger: 'bg-bad/10 text-bad hover:bg-bad/15',
}

const base =
  'target inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border border-(--field-line) text-sm ' +
  'whitespace-nowrap aria-pressed:bg-surface-3 aria-pressed:text-text-1 disabled:opacity-50'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
}

/**
 * A push button with words, and before them perhaps an icon. Takes everything `<button>` takes. The
 * second click of a double-click on a primary one does nothing: it may send or pay, and the first
 * may have ended already.
 */
export function Button({ variant = 'plain', className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        if (variant === 'primary' && event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
      className={cx(base, looks[variant], 'px-2.5', className)}
    />
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'title' | 'children'> {
  /** Accessible name, shown as tooltip too. */
  label: string
  /** A key hint added to the tooltip, such as "Ctrl+K". */
  hint?: string
  children: ReactNode
}

/** A push button that is only an icon, so its name is required. */
export function IconButton({
  label,
  hint,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={hint === undefined ? label : `${label} (${hint})`}
      className={cx(base, looks[variant], 'px-1', className)}
    />
  )
}
