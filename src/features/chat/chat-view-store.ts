import { createStore } from 'zustand/vanilla'

import type { FieldGroup } from '../../../contract/field-rule.ts'
import type { ServiceFaults } from '../../core/chat/settings/settings-fields.ts'

interface ChatViewState {
  /** Undefined: as the person left it, where there is room beside the conversation. */
  settingsOpen: boolean | undefined
  presetsOpen: boolean
  /** What holds Send back though the message is fine, in words. */
  sendHeldBy: string | undefined
  /** How the settings are shown: as a form, or the whole request as JSON. */
  settingsView: 'form' | 'json'
  openGroups: ReadonlySet<FieldGroup>
  serviceFaults: ServiceFaults
  wantedSetting: string | undefined
  editing: string | undefined
  addsToolServer: boolean
  /** Calls are being made, or wait for an approval. */
  toolsRunning: boolean
}

export const NO_FAULTS: ServiceFaults = { issues: [], settings: {} }

/** What the chat screen shows besides the conversation. */
export const chatViewStore = createStore<ChatViewState>(() => ({
  settingsOpen: undefined,
  presetsOpen: false,
  sendHeldBy: undefined,
  settingsView: 'form',
  openGroups: new Set(['common']),
  serviceFaults: NO_FAULTS,
  wantedSetting: undefined,
  editing: undefined,
  addsToolServer: false,
  toolsRunning: false,
}))

/** Opens or closes a group of the settings form. */
export function showGroup(group: FieldGroup, open: boolean): void {
  chatViewStore.setState(({ openGroups }) => ({
    openGroups: open
      ? new Set([...openGroups, group])
      : new Set([...openGroups].filter((other) => other !== group)),
  }))
}

interface AttachView {
  /** What is open: the menu beside its button, a dialog, or the sign that a drop is welcome. */
  open?: { menuOf: HTMLElement } | 'url' | 'recorder' | 'drop' | undefined
}

/** What of attaching is shown. Loaded with the composer: keep it small. */
export const attachViewStore = createStore<AttachView>(() => ({}))
