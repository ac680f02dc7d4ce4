import { type ComponentType, createContext, useContext } from 'react'

import type { JsonObject } from '../../../contract/json.ts'
import type { Model } from '../../../contract/models/model.ts'
import type { ChatRun } from '../../core/client/chat-completion.ts'
import type { Connection } from '../../core/client/connection/connections.ts'
import type { AnswerVersion } from '../../core/storage/conversations/conversation.ts'
import type { ComboboxOption } from '../../ui/controls/combobox.tsx'
import type { TextSource } from '../../ui/markdown/view/block-stream.ts'

/** What boards show as the chat does; it belongs to another area. */
export interface ChatParts {
  SettingGroups: ComponentType<{
    settings: JsonObject
    model: string
    connection: Connection | undefined
    onChange: (apply: (before: JsonObject) => JsonObject) => void
  }>
  modelOptions: (models: readonly Model[]) => ComboboxOption[]
  ResponseView: ComponentType<{ version: AnswerVersion; run?: ChatRun | undefined }>
  ResponseText: ComponentType<{ source: TextSource }>
}

const context = createContext<ChatParts | undefined>(undefined)

export const ChatPartsProvider = context.Provider

/** The parts of the chat. @throws Error outside of their provider */
export function useChatParts(): ChatParts {
  const parts = useContext(context)
  if (parts === undefined) throw new Error('Evaluate was given no parts of the chat.')
  return parts
}

/** A text that no longer grows. */
export function wholeText(text: string): TextSource {
  return { text: () => text, finished: () => true, subscribe: () => () => undefined }
}
