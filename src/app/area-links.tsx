import type { LucideIcon } from 'lucide-react'

import type { ShareTarget } from '../core/share/shared-fragment.ts'
import { type LazyPart, lazyPart, preloadOnIntent } from '../ui/feedback/part.tsx'
import { Link, useLocation } from '../ui/hooks/location.tsx'
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

interface Area {
  /** Where it lives: "/chat". */
  path: string
  label: string
  page: LazyPart<AreaProps>
  /** Its configuration as a link and back; absent where there is nothing to share. */
  shareTarget?: () => Promise<ShareTarget>
}

interface AreaProps {
  conversationId?: string
}

/** The areas in the order of the navigation. The first is where `/` leads. */
export const areas: readonly [Area, ...Area[]] = [
  {
    path: '/chat',
    label: 'Chat',
    page: lazyPart(() => import('../features/chat/chat-page.tsx').then((m) => m.ChatPage)),
    shareTarget: () => import('../features/chat/share-target.ts').then((m) => m.chatShareTarget),
  },
  {
    path: '/image',
    label: 'Image',
    page: lazyPart(() => import('./areas/image-area.tsx').then((m) => m.ImageArea)),
    shareTarget: () => import('../page/image.ts').then((m) => m.imageShareTarget),
  },
  {
    path: '/evaluate',
    label: 'Evaluate',
    page: lazyPart(() => import('./areas/evaluate-area.tsx').then((m) => m.EvaluateArea)),
    shareTarget: () =>
      import('../features/evaluate/share-target.ts').then((m) => m.evaluateShareTarget),
  },
  {
    path: '/wallet',
    label: 'Wallet',
    page: lazyPart(() => import('../features/wallet/wallet-page.tsx').then((m) => m.WalletPage)),
  },
  {
    path: '/explore',
    label: 'Explore',
    page: lazyPart(() => import('../features/explore/explore-page.tsx').then((m) => m.ExplorePage)),
    shareTarget: () => import('../page/explore.ts').then((m) => m.exploreShareTarget),
  },
]
