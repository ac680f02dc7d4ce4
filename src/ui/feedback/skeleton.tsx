import { cx } from '../cx.ts'

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
