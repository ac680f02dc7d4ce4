import type { SettingField } from '../../../core/chat/settings/settings-fields.ts'
import { closeInspector } from '../../../page/inspector-store.ts'
import { chatViewStore } from '../chat-view-store.ts'

/** Opens the settings at one of them, which gets the focus. */
export function showSetting({ path, rule }: SettingField): void {
  // There is not room for both everywhere.
  closeInspector()
  chatViewStore.setState(({ openGroups }) => ({
    settingsOpen: true,
    settingsView: 'form',
    openGroups: new Set([...openGroups, rule.group]),
    wantedSetting: path,
  }))
}
