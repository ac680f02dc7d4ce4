import { Link } from '../ui/hooks/location.tsx'

/** The mark, three ticks of a stream, and beside it the name where there is room; leads to the chat. */
export function Wordmark() {
  return (
    <Link
      href="/chat"
      aria-label="Vendor Playground"
      className="flex shrink-0 items-center gap-2 rounded-md px-2 text-sm font-semibold target"
    >
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden className="text-accent">
        <path fill="currentColor" d="M1 2h3.5v12H1zM11.5 2H15v12h-3.5z" />
        <path fill="none" stroke="currentColor" d="M6.75 6.5h2.5v7h-2.5z" />
      </svg>
      <span className="hidden tracking-tight xl:inline">Vendor Playground</span>
    </Link>
  )
}
