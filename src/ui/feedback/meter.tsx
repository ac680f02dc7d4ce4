interface MeterProps {
  label: string
  value: number
  max: number
}

/** Drawn by us: the browser's own meter keeps its light colors in the dark. */
export function Meter({ label, value, max }: MeterProps) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1 w-16 shrink-0 overflow-hidden rounded-sm bg-surface-3"
    >
      <span
        className="block h-full bg-accent"
        style={{ width: `${Math.min(100, (100 * value) / Math.max(1, max))}%` }}
      />
    </span>
  )
}
