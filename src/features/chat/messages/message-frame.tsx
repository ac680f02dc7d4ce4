import './message-frame.css'
import type { ReactNode } from 'react'

import type { Role } from '../../../../contract/chat/messages.ts'

export const ROLE_NAMES: Record<Role, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  developer: 'Developer',
  tool: 'Tool',
}

interface MessageFrameProps {
  from: Role
  messageId: string
  heading?: ReactNode
  /** The message's `MessageToolbar`, where it does not stand in the content. */
  toolbar?: ReactNode
  editing?: boolean
  children: ReactNode
}

/** One message: a person's own at the right, the others over the whole column. */
export function MessageFrame({
  from,
  messageId,
  heading,
  toolbar,
  editing = false,
  children,
}: MessageFrameProps) {
  return (
    <article
      aria-label={`${ROLE_NAMES[from]} message`}
      data-message={messageId}
      data-from={from}
      data-editing={editing || undefined}
      className="message"
    >
      {heading !== undefined && <header className="message-heading">{heading}</header>}
      <div className="message-content">{children}</div>
      {!editing && toolbar}
    </article>
  )
}
