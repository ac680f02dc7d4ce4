import { Segmented } from '../../../ui/controls/segmented.tsx'

interface TriStateProps {
  /** Accessible name. */
  label: string
  /** Undefined: not sent. */
  value: boolean | undefined
  describedBy?: string
  /** Offers to send nothing. */
  hasDefault?: boolean
  onChange: (value: boolean | undefined) => void
}

const UNSET = ''

/** True, false, or not sent at all. */
export function TriState(props: TriStateProps) {
  const { label, value, describedBy, hasDefault = true, onChange } = props
  return (
    <Segmented
      label={label}
      {...(describedBy === undefined ? {} : { describedBy })}
      value={value === undefined ? UNSET : String(value)}
      options={[
        ...(hasDefault ? [{ value: UNSET, label: 'Default' }] : []),
        { value: 'true', label: 'true' },
        { value: 'false', label: 'false' },
      ]}
      onChange={(chosen) => onChange(chosen === UNSET ? undefined : chosen === 'true')}
      className="compact"
    />
  )
}
