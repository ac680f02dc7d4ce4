import { useState } from 'react'

import { cx } from '../../../ui/cx.ts'

interface NameFieldProps {
  /** Accessible name. */
  label: string
  name: string
  /** Names that are taken by others. */
  taken: readonly string[]
  onChange: (name: string) => void
  className?: string
}

/** A name that must be there once: what is empty or taken stays in the field until it is not. */
export function NameField({ label, name, taken, onChange, className }: NameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? name
  const clash = taken.includes(shown)
  return (
    <input
      type="text"
      aria-label={label}
      aria-invalid={clash || shown === ''}
      title={clash ? `"${shown}" already exists` : undefined}
      spellCheck={false}
      value={shown}
      onChange={(event) => {
        const next = event.target.value
        const good = next !== '' && !taken.includes(next)
        setTyped(good ? undefined : next)
        if (good) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
      className={cx('min-w-0 field font-mono', className)}
    />
  )
}
