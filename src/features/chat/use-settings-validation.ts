import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { isFirstSetup } from '../../core/chat/conversation/conversation-state.ts'
import type { SettingsDraft, SettingsReading } from '../../core/chat/request/validate-request.ts'
import { chat } from '../../page/chat.ts'

const validationStore = createStore<{
  /** Undefined until it is loaded. */
  validate: ((draft: SettingsDraft) => SettingsReading) | undefined
}>(() => ({ validate: undefined }))

const NOTHING_KNOWN: SettingsReading = { issues: [], notes: [] }

/** Loads what validates the settings. Without it nothing is let through: sending validates too. */
export function prepareToValidate(): void {
  if (validationStore.getState().validate !== undefined) return
  import('../../core/chat/request/validate-request.ts').then(
    ({ validateSettings }) => validationStore.setState({ validate: steady(validateSettings) }),
    () => undefined,
  )
}

/** Gives the same object as the last time where it says the same: few of the keys that are pressed change it. */
function steady(validate: (draft: SettingsDraft) => SettingsReading): typeof validate {
  let latest = NOTHING_KNOWN
  return (draft) => {
    const reading = validate(draft)
    if (JSON.stringify(reading) !== JSON.stringify(latest)) latest = reading
    return latest
  }
}

/** Whether the settings are validated yet; those that a first conversation begins with are valid. */
export function useIsValidating(): boolean {
  return useStore(validationStore, ({ validate }) => validate !== undefined)
}

/** Validates the settings with the model's name and the message that is being written, or was last. */
export function useSettingsValidation(): SettingsReading {
  const conversation = useStore(chat.conversation, (state) => state.conversation)
  const messages = useStore(chat.conversation, (state) => state.messages)
  const validate = useStore(validationStore, (state) => state.validate)
  const isMissed = validate === undefined && !isFirstSetup(conversation)
  useEffect(() => {
    if (isMissed) prepareToValidate()
  }, [isMissed, conversation])
  return useStore(chat.draft, ({ text }) =>
    validate === undefined ? NOTHING_KNOWN : validate({ ...conversation, messages, typed: text }),
  )
}
