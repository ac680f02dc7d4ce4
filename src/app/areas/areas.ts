import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { type LazyPart, lazyPart } from '../../ui/feedback/part.tsx'

/** One of the areas of the app. */
export interface Area {
  /** Where it lives: "/chat". */
  path: string
  /** Its name in the navigation. */
  label: string
  page: LazyPart<AreaProps>
  /** Its configuration as a link and back; absent where there is nothing to share. */
  shareTarget?: () => Promise<ShareTarget>
}

/** What every area's page is given. */
interface AreaProps {
  /** From `/chat/:conversationId`. */
  conversationId?: string
}

/** The areas in the order of the navigation. The first is where `/` leads. */
export const areas: readonly [Area, ...Area[]] = [
  {
    path: '/chat',
    label: 'Chat',
    page: lazyPart(() => import('../../features/chat/chat-page.tsx').then((m) => m.ChatPage)),
    shareTarget: () => import('../../features/chat/share-target.ts').then((m) => m.chatShareTarget),
  },
  {
    path: '/image',
    label: 'Image',
    page: lazyPart(() => import('./image-area.tsx').then((m) => m.ImageArea)),
    shareTarget: () => import('../../page/image.ts').then((m) => m.imageShareTarget),
  },
  {
    path: '/evaluate',
    label: 'Evaluate',
    page: lazyPart(() => import('./evaluate-area.tsx').then((m) => m.EvaluateArea)),
    shareTarget: () =>
      import('../../features/evaluate/share-target.ts').then((m) => m.evaluateShareTarget),
  },
  {
    path: '/wallet',
    label: 'Wallet',
    page: lazyPart(() => import('../../features/wallet/wallet-page.tsx').then((m) => m.WalletPage)),
  },
  {
    path: '/explore',
    label: 'Explore',
    page: lazyPart(() =>
      import('../../features/explore/explore-page.tsx').then((m) => m.ExplorePage),
    ),
    shareTarget: () => import('../../page/explore.ts').then((m) => m.exploreShareTarget),
  },
]
