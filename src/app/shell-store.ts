import { createStore } from 'zustand/vanilla'

import { saveSettings, settingsStore } from '../core/storage/settings/settings.ts'
import { WIDE_SCREEN } from '../ui/use-media.ts'

/** A dialog that the shell can show. */
export type ShellDialog = 'connection' | 'commands' | 'shortcuts' | 'share' | 'received' | 'import'

interface ShellState {
  dialog: ShellDialog | undefined
  /** The setup that came by link or file, as it came: a fragment, the text of a file, or what was pasted. */
  received: string | undefined
  /** The history as a sheet, on phones. Beside the main area it is a setting. */
  historySheet: boolean
}

/** What the shell shows over or beside the current area. */
export const shellStore = createStore<ShellState>(() => ({
  dialog: undefined,
  received: undefined,
  historySheet: false,
}))

/** Opens a dialog of the shell in place of any other, or closes it. */
export function showDialog(dialog: ShellDialog | undefined): void {
  shellStore.setState({ dialog })
}

/** Shows a setup that came from outside, before anything of it is taken over. */
export function showReceived(received: string): void {
  shellStore.setState({ dialog: 'received', received })
}

/** Opens or closes the history, as a panel or a sheet according to the screen. */
export function toggleHistory(): void {
  if (matchMedia(WIDE_SCREEN).matches)
    saveSettings({ historyOpen: !settingsStore.getState().historyOpen })
  else shellStore.setState(({ historySheet }) => ({ historySheet: !historySheet }))
}
