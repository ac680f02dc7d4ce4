import type { ReactNode } from 'react'

import { cx } from '../cx.ts'

const tones = {
  neutral: 'bg-surface-2 text-text-2',
  accent: 'bg-accent/10 text-accent',
  good: 'bg-good/10 text-good',
  warn: 'bg-warn/10 text-warn',
  bad: 'bg-bad/10 text-bad',
}

interface BadgeProps {
  children: ReactNode
  tone?: keyof typeof tones
  title?: string
}

/** A word or number set apart: a tier, a count, a state. */
export function Badge({ children, tone = 'neutral', title }: BadgeProps) {
  return (
    <span
      title={title}
      className={cx('rounded-sm px-1 py-px text-xs whitespace-nowrap', tones[tone])}
    >
      {children}
    </span>
  )
}
