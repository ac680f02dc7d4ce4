import { createStore } from 'zustand/vanilla'

import type { HeaderList } from '../../contract/headers/header-list.ts'
import type { AsItWas, SetupReading } from '../core/share/setup.ts'
import { settings } from '../page/client.ts'
import { WIDE_SCREEN } from '../ui/hooks/use-media.ts'

/** A dialog that the shell can show. */
export type ShellDialog = 'connection' | 'commands' | 'shortcuts' | 'share' | 'received' | 'import'

/** A request that was opened without what the contract refused, and how it came. */
export interface OpenedInPart extends AsItWas {
  headers?: HeaderList
}

interface ShellState {
  dialog: ShellDialog | undefined
  /** The connection that the dialog opens with, such as one whose key is required. */
  connectionToOpen: string | undefined
  /** The setup that came from outside: the fragment of a link, or what a file or a pasted text holds. */
  received: string | SetupReading | undefined
  /** The text in the import dialog; it stays there when it cannot be read. */
  imported: string
  /** The request that was opened last, where part of it was refused, until that is dismissed. */
  openedInPart: OpenedInPart | undefined
  /** The history as a sheet, on phones. Beside the main area it is a setting. */
  historySheet: boolean
}

/** What the shell shows over or beside the current area. */
export const shellStore = createStore<ShellState>(() => ({
  dialog: undefined,
  connectionToOpen: undefined,
  received: undefined,
  imported: '',
  openedInPart: undefined,
  historySheet: false,
}))

/** Opens a dialog of the shell in place of any other, or closes it. */
export function showDialog(dialog: ShellDialog | undefined): void {
  shellStore.setState({ dialog })
}

/** Shows a setup that came from outside, before anything of it is taken over. */
export function showReceived(received: string | SetupReading): void {
  shellStore.setState({ dialog: 'received', received })
}

/** Opens the history, as a panel or a sheet according to the screen. */
export function showHistory(): void {
  if (matchMedia(WIDE_SCREEN).matches) settings.save({ historyOpen: true })
  else shellStore.setState({ historySheet: true })
}

/** Opens or closes the history, as a panel or a sheet according to the screen. */
export function toggleHistory(): void {
  if (matchMedia(WIDE_SCREEN).matches)
    settings.save({ historyOpen: !settings.store.getState().historyOpen })
  else shellStore.setState(({ historySheet }) => ({ historySheet: !historySheet }))
}
