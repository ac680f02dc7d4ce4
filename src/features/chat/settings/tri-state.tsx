import { Segmented } from '../../../ui/controls/segmented.tsx'

interface TriStateProps {
  /** Accessible name. */
  label: string
  /** Undefined: not sent. */
  value: boolean | undefined
  describedBy?: string
  onChange: (value: boolean | undefined) => void
}

const UNSET = ''

/** True, false, or not sent at all. */
export function TriState({ label, value, describedBy, onChange }: TriStateProps) {
  return (
    <Segmented
      label={label}
      {...(describedBy === undefined ? {} : { describedBy })}
      value={value === undefined ? UNSET : String(value)}
      options={[
        { value: UNSET, label: 'Default' },
        { value: 'true', label: 'true' },
        { value: 'false', label: 'false' },
      ]}
      onChange={(chosen) => onChange(chosen === UNSET ? undefined : chosen === 'true')}
      className="compact"
    />
  )
}
