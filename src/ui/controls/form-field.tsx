import { type ReactNode, useId } from 'react'

interface FormFieldProps {
  label: string
  hint?: string
  problem?: string | undefined
  /** Draws the input with what ties it to its label and hint. */
  children: (props: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
    className: string
  }) => ReactNode
}

/** A labeled input with its hint, or what is wrong with it. */
export function FormField({ label, hint, problem, children }: FormFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-hint`,
        'aria-invalid': problem !== undefined,
        className: 'field w-full',
      })}
      <p
        id={`${id}-hint`}
        className={`text-xs empty:hidden ${problem === undefined ? 'text-text-3' : 'text-bad'}`}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}
