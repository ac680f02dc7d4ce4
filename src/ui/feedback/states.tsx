import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'

import { cx } from '../cx.ts'

interface ErrorNoticeProps {
  /** What happened, with the status code where there is one: "402 Insufficient balance". */
  title: string
  /** What it means, in one or two sentences. */
  children?: ReactNode
  /** What to press: buttons, the best next step first. */
  actions?: ReactNode
  /** The rest, under the buttons: folded. */
  details?: ReactNode
  /** `warn` for what was not an error of anyone: a cut stream, a limit reached. */
  tone?: 'bad' | 'warn'
  className?: string
}

/** An error in place: what happened, what it means, what to press. Announced at once. */
export function ErrorNotice({
  title,
  children,
  actions,
  details,
  tone = 'bad',
  className,
}: ErrorNoticeProps) {
  return (
    <div
      role="alert"
      className={cx(
        'flex gap-2 rounded-md border p-3 text-sm',
        tone === 'bad' ? 'border-bad/50 bg-bad/5' : 'border-warn/50 bg-warn/5',
        className,
      )}
    >
      <CircleAlert
        size={16}
        aria-hidden
        className={cx('mt-px shrink-0', tone === 'bad' ? 'text-bad' : 'text-warn')}
      />
      <div className="flex min-w-0 grow flex-col gap-2">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <div className="text-text-2">{children}</div>}
        {actions !== undefined && (
          // The first is the main one; on the tint a plain button needs an edge to be seen.
          <div className="flex flex-wrap gap-2 [--field-line:var(--text-3)] [&>button:first-of-type]:border-transparent [&>button:first-of-type]:bg-accent [&>button:first-of-type]:text-on-accent">
            {actions}
          </div>
        )}
        {details !== undefined && <div className="text-text-2">{details}</div>}
      </div>
    </div>
  )
}

interface EmptyStateProps {
  title: string
  children?: ReactNode
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

/** Bars in the shape of lines that are on their way. Announced as "Loading". */
export function Skeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <output aria-label="Loading" className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className={cx('h-4 rounded-sm bg-surface-2', line === lines - 1 ? 'w-2/3' : 'w-full')}
        />
      ))}
    </output>
  )
}

/** A turning ring beside words that say what is being done. */
export function Spinner() {
  return (
    <span
      aria-hidden
      className="inline-block size-3.5 animate-spin rounded-full border-2 border-line-strong border-t-transparent"
    />
  )
}
