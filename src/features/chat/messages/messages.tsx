import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useState, type RefObject } from 'react'
import { useStore } from 'zustand'

import { createGrouping } from '../../../core/chat/conversation/groups/message-groups.ts'
import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useFollowEnd } from '../../../ui/hooks/use-follow-end.ts'
import { ConversationEnd } from './conversation-end.tsx'
import { MessageGroupView } from './groups/message-group.tsx'
import { useDrawnGroups } from './groups/use-drawn-groups.ts'

// What else is not on the first screen comes in the same file: each file more costs the page a line
// in its import map.
export { ComposerMenu } from '../composer/composer-menu.tsx'
export { MaxCost } from '../composer/max-cost.tsx'
export { QueuedNote, queueMessage } from '../composer/queued-message.tsx'
export { SettingChips } from '../composer/setting-chips.tsx'
export { VariableFields } from '../composer/variable-fields.tsx'
export { editLastMessage } from '../../../core/chat/conversation/edit/message-editors.ts'
export { setSystemPrompt } from '../../../core/chat/conversation/set-system-prompt.ts'
export { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
export { DeletedConversation, warnOfUnsaved } from './deleted-conversation.tsx'

/** The messages below the system prompt; their end is kept in view while the reader is there. */
export function Messages({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const messages = useStore(chat.conversation, (state) => state.messages)
  const { following, jumpToEnd } = useFollowEnd(scroller)
  const lastId = messages.at(-1)?.id
  const listed = systemPromptOf(messages) === undefined ? messages : messages.slice(1)
  const [group] = useState(createGrouping)
  const groups = group(listed)
  const { shownAs, watch } = useDrawnGroups(scroller, groups)
  useEffect(jumpToEnd, [lastId, jumpToEnd])
  return (
    <>
      {groups.map((members, index) => (
        <MessageGroupView
          key={members.key}
          group={members}
          shown={shownAs(members, index)}
          lastId={index === groups.length - 1 ? lastId : undefined}
          watch={watch}
        />
      ))}
      <ConversationEnd />
      {!following && (
        <span className="sticky bottom-3 mx-auto -mt-14 rounded-md bg-surface-0">
          <Button className="shadow-float" onClick={jumpToEnd}>
            <ArrowDown size={14} aria-hidden />
            Latest
          </Button>
        </span>
      )}
    </>
  )
}
