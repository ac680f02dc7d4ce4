import type { KeyPlace } from '../../../core/wallet/pocket/pocket-account.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'

const PLACES = [
  { value: 'vault', label: 'Save encrypted' },
  { value: 'memory', label: 'Until reload' },
] as const

const MEANING: Record<KeyPlace, string> = {
  vault: 'Encrypted in this browser. A passkey or passphrase unlocks it.',
  memory: 'In the memory of this tab. A reload loses the key, and what it pays with.',
}

interface KeyPlaceFieldProps {
  value: KeyPlace
  onChange: (place: KeyPlace) => void
}

/** Where the key of an account is. */
export function KeyPlaceField({ value, onChange }: KeyPlaceFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <span className="font-medium">Key</span>
      <Segmented label="Key" options={PLACES} value={value} onChange={onChange} />
      <p className={value === 'memory' ? 'text-xs text-warn' : 'text-xs text-text-3'}>
        {MEANING[value]}
      </p>
    </div>
  )
}
