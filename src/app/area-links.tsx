import ChevronDown from 'lucide-react/icons/chevron-down'

import { Button } from '../ui/controls/button.tsx'
import { preloadOnIntent } from '../ui/feedback/lazy-component.ts'
import { Link, useLocation } from '../ui/hooks/location.tsx'
import { usePopover } from '../ui/overlays/use-popover.ts'
import { areas } from './lazy.ts'
import { readRoute } from './read-route.ts'

/** The four areas as a row of links. */
export function AreaLinks() {
  return (
    <nav aria-label="Main" className="flex">
      <Links className="px-2.5" />
    </nav>
  )
}

/** The four areas behind a button that says which one this is, for phones. */
export function AreaMenu() {
  const { hide, buttonProps, popoverProps } = usePopover()
  const current = useCurrentArea()
  return (
    <>
      <Button {...buttonProps} variant="ghost" className="font-medium">
        {areas.find((area) => area.path === current)?.label ?? 'Areas'}
        <ChevronDown size={14} aria-hidden />
      </Button>
      <nav
        {...popoverProps}
        aria-label="Main"
        className="float min-w-40 flex-col rounded-md border border-(--field-line) bg-raised p-1 shadow-float open:flex"
      >
        <Links className="px-3" onGo={hide} />
      </nav>
    </>
  )
}

function useCurrentArea(): string | undefined {
  const [pathname] = useLocation()
  return readRoute(pathname)?.area
}

function Links({ className, onGo }: { className: string; onGo?: () => void }) {
  const current = useCurrentArea()
  return areas.map(({ path, label, page }) => (
    <Link
      key={path}
      href={path}
      aria-current={path === current ? 'page' : undefined}
      {...preloadOnIntent(page)}
      onClick={() => onGo?.()}
      className={`flex items-center rounded-md text-sm text-text-2 target hover:bg-surface-2 aria-[current]:font-medium aria-[current]:text-text-1 ${className}`}
    >
      {label}
    </Link>
  ))
}
