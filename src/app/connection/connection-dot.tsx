import { cx } from '../../ui/cx.ts'

const COLORS = [
  'bg-connection-1',
  'bg-connection-2',
  'bg-connection-3',
  'bg-connection-4',
  'bg-connection-5',
  'bg-connection-6',
] as const

const TONES = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }

interface ConnectionDotProps {
  /** Its place among the colors of connections; undefined for this machine's service. */
  color: number | undefined
  /** Whether all is well; anything else has a color of its own. */
  tone: keyof typeof TONES
  isFaint?: boolean
}

/** The dot by which a connection is recognized. */
export function ConnectionDot({ color, tone, isFaint = false }: ConnectionDotProps) {
  const own = color === undefined ? undefined : COLORS[color % COLORS.length]
  return (
    <span
      aria-hidden
      className={cx(
        'size-2 shrink-0 rounded-full',
        tone === 'good' ? (own ?? TONES.good) : TONES[tone],
        isFaint && 'opacity-40',
      )}
    />
  )
}
