import type { LucideIcon } from 'lucide-react'

import { preloadOnIntent } from '../ui/feedback/part.tsx'
import { Link, useLocation } from '../ui/hooks/location.tsx'
import { areas } from './areas/areas.ts'
import { readRoute } from './read-route.ts'

interface AreaLinksProps {
  className: string
  linkClassName: string
  /** Icons by the area's name; without them the links are words alone. */
  icons?: Readonly<Record<string, LucideIcon>>
}

/** Links to the areas of the app; the one that is shown is marked as the current page. */
export function AreaLinks({ className, linkClassName, icons = {} }: AreaLinksProps) {
  const [pathname] = useLocation()
  const current = readRoute(pathname)?.area
  return (
    <nav aria-label="Main" className={className}>
      {areas.map(({ path, label, page }) => {
        const Icon = icons[label]
        return (
          <Link
            key={path}
            href={path}
            aria-current={path === current ? 'page' : undefined}
            {...preloadOnIntent(page)}
            className={`flex shrink-0 items-center rounded-md text-text-2 target hover:bg-surface-2 aria-[current]:font-medium aria-[current]:text-text-1 ${linkClassName}`}
          >
            {Icon !== undefined && <Icon size={18} aria-hidden />}
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
