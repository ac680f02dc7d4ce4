import { useStore } from 'zustand'

import { messageText } from '../../../contract/chat/messages.ts'
import type { RuleNote } from '../../../contract/chat/request-rules.ts'
import { suffixNotes } from '../../../contract/chat/suffix-moves.ts'
import {
  vendorParametersSchema,
  type VendorParameters,
} from '../../../contract/chat/vendor-parameters.ts'
import { validate, type ValidationIssue } from '../../../contract/validation.ts'
import type { MessageRecord } from '../../../storage/conversation.ts'
import { draftTextStore } from '../composer/draft-text-store.ts'
import { judgeRequest } from '../conversation/chat-request.ts'
import { conversationStore } from '../conversation/conversation-store.ts'

/** The settings judged, with what is to know about how they work together. */
export interface SettingsReading {
  issues: readonly ValidationIssue[]
  notes: readonly RuleNote[]
}

/** Judges the settings with the model's name and the message that is being written, or was last. */
export function useSettingsReading(): SettingsReading {
  const { model, settings } = useStore(conversationStore, (state) => state.conversation)
  const typed = useStore(draftTextStore, ({ text }) => text)
  const written = useStore(conversationStore, ({ messages }) => lastWrittenText(messages))
  const draft = typed.trim() === '' ? written : typed
  const reading = judgeRequest({
    model: model === '' ? 'any' : model,
    messages: [{ role: 'user', content: draft === '' ? '…' : draft }],
    ...settings,
  })
  const parameters = validate(vendorParametersSchema, settings['vendor_parameters'] ?? {})
  const given: VendorParameters = parameters.ok ? parameters.value : {}
  return {
    issues: reading.ok ? [] : reading.issues,
    notes: [...reading.notes, ...suffixNotes(model, given)],
  }
}

function lastWrittenText(messages: readonly MessageRecord[]): string {
  const last = messages.findLast(
    (record) => record.kind === 'written' && record.message.role === 'user',
  )
  return last?.kind === 'written' ? messageText(last.message) : ''
}
