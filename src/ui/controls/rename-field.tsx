import { useState } from 'react'

interface RenameFieldProps {
  /** Accessible name, such as "Rename Trip to Rome". */
  label: string
  name: string
  placeholder?: string
  /** Most characters of a name. */
  maxLength?: number
  /** The name as typed, or undefined when renaming was given up. */
  onDone: (name: string | undefined) => void
}

/** A name that is being changed in its place: Enter or leaving it saves, Escape gives up. */
export function RenameField({ label, name, placeholder, maxLength, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(name)
  return (
    <input
      type="text"
      // The field opens because someone pressed Rename; the caret belongs there.
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.focus()
      }}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => onDone(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed)
        if (event.key !== 'Escape') return
        // Not what is around it.
        event.preventDefault()
        event.stopPropagation()
        onDone(undefined)
      }}
      className="w-full min-w-0 grow field"
    />
  )
}
