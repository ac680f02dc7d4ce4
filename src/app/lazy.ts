import type { ShareTarget } from '../core/share/share-target.ts'
import { chat } from '../page/chat.ts'
import { type LazyPart, lazyPart } from '../ui/feedback/lazy-component.ts'

/*
 * What the shell loads later: each is a file of its own in the build, fetched when the control that
 * opens it is pointed at, or when it is first shown.
 */

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

export const historyPart = lazyPart(() => import('./history-part.tsx').then((m) => m.HistoryPart))

export const tabBar = lazyPart(() => import('./tab-bar.tsx').then((m) => m.TabBar))

export const moreMenu = lazyPart(() => import('./more-menu.tsx').then((m) => m.MoreMenu))

export const newChatButton = lazyPart(() =>
  import('./new-chat-button.tsx').then((m) => m.NewChatButton),
)

export const inspector = lazyPart(() =>
  import('../features/inspector/inspector.tsx').then((m) => m.Inspector),
)

export const limitsPanel = lazyPart(() =>
  import('../features/inspector/limits/limits-panel.tsx').then((m) => m.LimitsPanel),
)

export const accountChips = lazyPart(() =>
  import('./connection/account-chips.tsx').then((m) => m.AccountChips),
)

export const resizeHandle = lazyPart(() =>
  import('../ui/controls/resize-handle.tsx').then((m) => m.ResizeHandle),
)

/** The connection dialog's module, for the connection that an earlier visit used. */
export const loadConnections = () => import('./connection/connection-dialog.tsx')

export const connectionDialog = lazyPart(() => loadConnections().then((m) => m.ConnectionDialog))

export const pageNotes = lazyPart(() =>
  import('./service-worker/page-notes.tsx').then((m) => m.PageNotes),
)

export const practiceStatus = lazyPart(() =>
  import('./practice/practice-status.tsx').then((m) => m.PracticeStatus),
)

/** What the connection dialog does with the vault. */
export const loadVaultActs = () => import('./vault/vault-acts.ts')

export const vaultDialog = lazyPart(() =>
  import('./vault/vault-dialog.tsx').then((m) => m.VaultDialog),
)

export const lockButton = lazyPart(() => import('./vault/lock-state.tsx').then((m) => m.LockButton))

export const savedKeysRow = lazyPart(() =>
  import('./vault/lock-state.tsx').then((m) => m.SavedKeysRow),
)

export const commandPalette = lazyPart(() =>
  import('./palette/command-palette.tsx').then((m) => m.CommandPalette),
)

export const shortcutsDialog = lazyPart(() =>
  import('./shortcuts/shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
)

export const shareDialog = lazyPart(() =>
  import('./dialogs/share-part.tsx').then((m) => m.SharePart),
)

export const receivedDialog = lazyPart(() =>
  import('./dialogs/received-part.tsx').then((m) => m.ReceivedPart),
)

export const importDialog = lazyPart(() =>
  import('./dialogs/import-part.tsx').then((m) => m.ImportPart),
)

export const leftOutNotes = lazyPart(() =>
  import('./left-out-notes.tsx').then((m) => m.LeftOutNotes),
)

/** The wallet of this page, for what an earlier visit left open. */
export const loadWallet = () => import('../page/wallet/wallet.ts')

/**
 * After another API was connected: sees to it that the chat has a model of that API. Resolves to the
 * model it was given, if it needed one.
 */
export const settleModel = () =>
  import('../features/chat/model/model-list.tsx').then(
    (m) => m.settleModel(chat),
    () => undefined,
  )
