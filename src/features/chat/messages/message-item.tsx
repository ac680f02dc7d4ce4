import { memo } from 'react'

import type { MessageRecord } from '../../../core/storage/conversations/conversation.ts'
import { AnswerItem } from '../answer/answer-item.tsx'
import { WrittenItem } from './written-item.tsx'

// What else is not on the first screen comes in the same file: each file more costs the page a line
// in its import map.
export { ComposerMenu } from '../composer/composer-menu.tsx'
export { SettingChips } from '../composer/setting-chips.tsx'
export { editLastMessage } from '../../../core/chat/conversation/edit/message-editors.ts'
export { setSystemPrompt } from '../../../core/chat/conversation/set-system-prompt.ts'
export { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
export { AddAsMenu } from './editing/add-message.tsx'
export { ConversationEnd } from './conversation-end.tsx'
export { DeletedConversation, warnOfUnsaved } from './deleted-conversation.tsx'
export { VariablesPanel } from './editing/variables-panel.tsx'

interface MessageItemProps {
  record: MessageRecord
  isLast: boolean
}

/** One message of the conversation, of either kind; drawn again only when it changes. */
export const MessageItem = memo(function MessageItem({ record, isLast }: MessageItemProps) {
  return record.kind === 'written' ? (
    <WrittenItem record={record} isLast={isLast} />
  ) : (
    <AnswerItem record={record} isLast={isLast} />
  )
})
