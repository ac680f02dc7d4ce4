interface TickStripProps {
  /** One character a column: `.` nothing, `:` an event, `|` one that stands out. */
  strip: string
  className?: string
}

/** When the events of a response came: one tick each on a line of time, 6 px high. */
export function TickStrip({ strip, className = '' }: TickStripProps) {
  return (
    <svg
      viewBox={`0 0 ${strip.length} 6`}
      preserveAspectRatio="none"
      aria-hidden
      className={`tick-strip h-1.5 w-45 max-w-full text-time ${className}`}
    >
      <path fill="currentColor" opacity={0.22} d={`M0 5h${strip.length}v1H0z`} />
      <path fill="currentColor" d={ticks(strip, ':', 1.5)} />
      <path className="fill-accent" d={ticks(strip, '|', 0)} />
    </svg>
  )
}

function ticks(strip: string, kind: string, top: number): string {
  return strip
    .split('')
    .map((tick, at) => (tick === kind ? `M${at} ${top}h.5V6h-.5z` : ''))
    .join('')
}
