import { lazyPart } from '../ui/feedback/lazy-component.ts'

/*
 * What the shell loads later: each is a file of its own in the build, fetched when the control that
 * opens it is pointed at, or when it is first shown.
 */

export const historyPart = lazyPart(() => import('./history-part.tsx').then((m) => m.HistoryPart))

export const tabBar = lazyPart(() => import('./tab-bar.tsx').then((m) => m.TabBar))

export const moreMenu = lazyPart(() => import('./more-menu.tsx').then((m) => m.MoreMenu))

export const newChatButton = lazyPart(() =>
  import('./new-chat-button.tsx').then((m) => m.NewChatButton),
)

export const inspector = lazyPart(() =>
  import('../features/inspector/inspector.tsx').then((m) => m.Inspector),
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

export const vaultDialog = lazyPart(() =>
  import('./vault/vault-dialog.tsx').then((m) => m.VaultDialog),
)

export const lockButton = lazyPart(() => import('./vault/lock-state.tsx').then((m) => m.LockButton))

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
