import { useStore } from 'zustand'

import { settings } from '../../../page/client.ts'
import { closeInspector, inspectorStore } from '../../../page/inspector-store.ts'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { chatViewStore } from '../chat-view-store.ts'

/** 560 px for the conversation beside the settings, or beside the history too. */
const ROOM = '(min-width: 880px)'
const ROOM_BESIDE_HISTORY = '(min-width: 1136px)'

/** Room for the settings and the inspector beside the conversation. */
const ROOM_FOR_BOTH = '(min-width: 1440px)'

/** Whether the settings are shown: as the person left them where there is room, else when asked for. */
export function useSettingsOpen(): boolean {
  const chosen = useStore(chatViewStore, (state) => state.settingsOpen)
  const remembered = useStore(settings.store, (state) => state.settingsOpen)
  const historyOpen = useStore(settings.store, (state) => state.historyOpen)
  const inspecting = useStore(inspectorStore, (state) => state.open)
  const hasRoom = useMedia(historyOpen ? ROOM_BESIDE_HISTORY : ROOM)
  const hasRoomForBoth = useMedia(ROOM_FOR_BOTH)
  if (inspecting && !hasRoomForBoth) return false
  return chosen ?? (hasRoom && remembered)
}

/** Opens or closes the settings, for good where there is room; what is in the way closes. */
export function showSettings(open: boolean): void {
  chatViewStore.setState({ settingsOpen: open })
  if (matchMedia(ROOM).matches) settings.save({ settingsOpen: open })
  if (open && !matchMedia(ROOM_FOR_BOTH).matches) closeInspector()
}

/** Opens the settings at one of them, by its path, which gets the focus. */
export function showSetting(path: string): void {
  // There is not room for both everywhere.
  closeInspector()
  chatViewStore.setState({ settingsOpen: true, settingsView: 'form', wantedSetting: path })
}
