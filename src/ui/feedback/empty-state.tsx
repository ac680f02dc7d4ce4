import type { ReactNode } from 'react'

import { cx } from '../cx.ts'

interface EmptyStateProps {
  /** What there is not, or what this is: "No conversations yet". */
  title: string
  children?: ReactNode
  /** What to do about it: buttons or links. */
  actions?: ReactNode
  className?: string
}

/** What stands where there is nothing yet: what it is, and what to do first. */
export function EmptyState({ title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={cx('m-auto flex max-w-md flex-col items-center gap-2 p-6 text-center', className)}
    >
      <p className="text-[1.15em] font-semibold">{title}</p>
      {children !== undefined && <div className="text-text-2">{children}</div>}
      {actions !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  )
}
