import { lazyPart } from './lazy-part.ts'

/*
 * The parts of the shell that are not on the first screen. Each is a file of its own in the build,
 * fetched when the control that opens it is pointed at.
 */

export const historyPanel = lazyPart(() =>
  import('../../features/history/history-panel.tsx').then((m) => m.HistoryPanel),
)

export const newChatButton = lazyPart(() =>
  import('../new-chat-button.tsx').then((m) => m.NewChatButton),
)

export const inspector = lazyPart(() =>
  import('../../features/inspector/inspector.tsx').then((m) => m.Inspector),
)

export const resizeHandle = lazyPart(() =>
  import('../../ui/controls/resize-handle.tsx').then((m) => m.ResizeHandle),
)

export const connectionDialog = lazyPart(() =>
  import('../connection/connection-dialog.tsx').then((m) => m.ConnectionDialog),
)

export const commandPalette = lazyPart(() =>
  import('./command-palette.tsx').then((m) => m.CommandPalette),
)

export const shortcutsDialog = lazyPart(() =>
  import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
)

export const shareDialog = lazyPart(() => import('./share-part.tsx').then((m) => m.SharePart))

export const receivedDialog = lazyPart(() =>
  import('./received-part.tsx').then((m) => m.ReceivedPart),
)

export const importDialog = lazyPart(() => import('./import-part.tsx').then((m) => m.ImportPart))

export const leftOutNotes = lazyPart(() =>
  import('./left-out-notes.tsx').then((m) => m.LeftOutNotes),
)

export const accountChips = lazyPart(() =>
  import('../connection/account-chips.tsx').then((m) => m.AccountChips),
)
