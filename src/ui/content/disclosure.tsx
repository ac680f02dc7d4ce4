import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

import { cx } from '../cx.ts'

interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  /** Whether it is open at first, or, with `onToggle`, now. */
  open?: boolean
  onToggle?: (open: boolean) => void
  /** Accessible name of the whole as a group; without it only the summary names it. */
  label?: string
  className?: string
}

/** A part that opens and closes under its summary line; find-in-page opens it by itself. */
export function Disclosure({
  summary,
  children,
  open,
  onToggle,
  label,
  className,
}: DisclosureProps) {
  return (
    <details
      open={open}
      aria-label={label}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      className={cx('group/disclosure', className)}
    >
      <summary className="flex items-center gap-1.5 rounded-md px-1 text-sm target hover:bg-surface-2">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-text-3 group-open/disclosure:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
