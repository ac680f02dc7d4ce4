import type { RefObject } from 'react'

import { FormField } from '../../../ui/controls/form-field.tsx'

interface PassphraseInputProps {
  label: string
  hint?: string
  /** The text stays in the field itself; it is in no state and in no store. */
  field: RefObject<HTMLInputElement | null>
}

/** The passphrase of a backup file. */
export function PassphraseInput({ label, hint, field }: PassphraseInputProps) {
  return (
    <FormField label={label} {...(hint === undefined ? {} : { hint })}>
      {(props) => (
        <input
          {...props}
          ref={field}
          type="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
    </FormField>
  )
}
