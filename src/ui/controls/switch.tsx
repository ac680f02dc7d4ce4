interface SwitchProps {
  /** Accessible name. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  describedBy?: string
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={() => onChange(!checked)}
      className="group/switch flex shrink-0 items-center justify-end rounded-md target"
    >
      <span
        aria-hidden
        className="flex h-5 w-9 items-center rounded-full border border-line-strong bg-surface-2 px-0.5 group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent"
      >
        <span className="size-3.5 rounded-full bg-line-strong group-aria-checked/switch:translate-x-4 group-aria-checked/switch:bg-on-accent" />
      </span>
    </button>
  )
}
