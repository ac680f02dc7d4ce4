import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type RefObject, useId, useState } from 'react'

import { IconButton } from './button.tsx'

interface PassphraseFieldProps {
  label: string
  /** The text stays in the field itself; it is in no state and in no store. */
  field: RefObject<HTMLInputElement | null>
  /** Where one is being chosen: what is said of what was typed. */
  hintOf?: (text: string) => string
  /** The dialog opens with the focus in it. */
  isFirst?: boolean
}

/** A passphrase to enter, or to choose; it can be shown, since nobody types it twice. */
export function PassphraseField({ label, field, hintOf, isFirst }: PassphraseFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [hint, setHint] = useState(hintOf?.(''))
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <span className="flex items-center gap-1">
        <input
          id={id}
          ref={field}
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow field"
          data-autofocus={isFirst}
          aria-describedby={hintOf && `${id}-hint`}
          onInput={({ currentTarget }) => setHint(hintOf?.(currentTarget.value))}
        />
        <IconButton
          label={isShown ? 'Hide characters' : 'Show characters'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </IconButton>
      </span>
      {hintOf !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
