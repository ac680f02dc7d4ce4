import type { ComponentType } from 'react'

import type { ChatRun } from '../../../core/client/chat-completion.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import type { TextSource } from '../../../ui/markdown/view/text-source.ts'

/** A response as the chat draws it, while it comes and when it is whole; it belongs to another area. */
export type ResponseView = ComponentType<{ version: AnswerVersion; run?: ChatRun | undefined }>

/** A text as the chat draws it. */
export type ResponseText = ComponentType<{ source: TextSource }>

/** A text that no longer grows. */
export function wholeText(text: string): TextSource {
  return { text: () => text, finished: () => true, subscribe: () => () => undefined }
}
