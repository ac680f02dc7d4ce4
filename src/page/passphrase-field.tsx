import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type RefObject, useId, useState } from 'react'

import { passphraseHint } from '../core/vault/vault-words.ts'
import { IconButton } from '../ui/controls/button.tsx'

interface PassphraseFieldProps {
  label: string
  /** The text stays in the field itself; it is in no state and in no store. */
  field: RefObject<HTMLInputElement | null>
  /** Whether it is being chosen: then its length is judged. */
  isNew?: boolean
  /** The dialog opens with the focus in it. */
  isFirst?: boolean
}

/** A passphrase to enter, or to choose; it can be shown, since nobody types it twice. */
export function PassphraseField({ label, field, isNew, isFirst }: PassphraseFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [hint, setHint] = useState(passphraseHint(''))
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
          aria-describedby={isNew ? `${id}-hint` : undefined}
          onInput={({ currentTarget }) => setHint(passphraseHint(currentTarget.value))}
        />
        <IconButton
          label={isShown ? 'Hide characters' : 'Show characters'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </IconButton>
      </span>
      {isNew && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
