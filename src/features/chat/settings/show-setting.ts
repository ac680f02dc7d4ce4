import { closeInspector } from '../../../page/inspector-store.ts'
import { chatViewStore } from '../chat-view-store.ts'

/** Opens the settings at one of them, by its path, which gets the focus. */
export function showSetting(path: string): void {
  // There is not room for both everywhere.
  closeInspector()
  chatViewStore.setState({ settingsOpen: true, settingsView: 'form', wantedSetting: path })
}
