import type { ReactNode } from 'react'

import type { Role } from '../../../contract/chat/messages.ts'
import { MessageMenuButton } from './message-menu-button.tsx'
import { MessageToolbar } from './message-toolbar.tsx'

const NAMES: Record<Role, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  developer: 'Developer',
  tool: 'Tool',
}

interface MessageFrameProps {
  from: Role
  messageId: string
  isLast: boolean
  /** What is said about the message beside its role, such as its name. */
  note?: ReactNode
  /** What stands at the right of the role, quiet until the message is pointed at or focused. */
  actions?: ReactNode
  children: ReactNode
}

/** One message: its role, its actions, its content. */
export function MessageFrame({
  from,
  messageId,
  isLast,
  note,
  actions,
  children,
}: MessageFrameProps) {
  return (
    <article aria-label={`${NAMES[from]} message`} className="group/message">
      <header className="flex min-h-7 items-center gap-2">
        <span className="shrink-0 font-mono text-xs text-text-3">{from}</span>
        {note}
        <MessageToolbar
          label={`${NAMES[from]} message actions`}
          messageId={messageId}
          isLast={isLast}
        >
          {actions}
          <MessageMenuButton messageId={messageId} />
        </MessageToolbar>
      </header>
      {children}
    </article>
  )
}
