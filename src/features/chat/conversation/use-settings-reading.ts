import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { isFirstSetup } from '../../../core/chat/conversation/conversation-state.ts'
import type {
  SettingsDraft,
  SettingsReading,
} from '../../../core/chat/request/validate-settings.ts'
import { chat } from '../../../page/chat.ts'
import { draftTextStore } from '../composer/draft-text-store.ts'

interface JudgeState {
  /** Absent until it is fetched. */
  judge?: (draft: SettingsDraft) => SettingsReading
}

const judgeStore = createStore<JudgeState>(() => ({}))

const NOTHING_KNOWN: SettingsReading = { issues: [], notes: [] }

/** Fetches what judges the settings. Without it nothing is let through: sending judges for itself. */
export function prepareToJudge(): void {
  import('../../../core/chat/request/validate-settings.ts').then(
    ({ validateSettings }) => judgeStore.setState({ judge: validateSettings }),
    () => undefined,
  )
}

/** Whether the settings are judged yet; those that a first conversation begins with need no judge. */
export function useIsJudging(): boolean {
  return useStore(judgeStore, ({ judge }) => judge !== undefined)
}

/** Judges the settings with the model's name and the message that is being written, or was last. */
export function useSettingsReading(): SettingsReading {
  const conversation = useStore(chat.conversation, (state) => state.conversation)
  const messages = useStore(chat.conversation, (state) => state.messages)
  const typed = useStore(draftTextStore, ({ text }) => text)
  const judge = useStore(judgeStore, (state) => state.judge)
  const isMissed = judge === undefined && !isFirstSetup(conversation)
  useEffect(() => {
    if (isMissed) prepareToJudge()
  }, [isMissed, conversation])
  return judge === undefined ? NOTHING_KNOWN : judge({ ...conversation, messages, typed })
}
