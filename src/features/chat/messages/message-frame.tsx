import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'

import type { Role } from '../../../../contract/chat/messages.ts'
import { dragMessage } from './drag-message.ts'

import './message-frame.css'

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
  /** The line above the content: who said it, and when. */
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
      <Grip />
      {heading !== undefined && <header className="message-heading">{heading}</header>}
      <div className="message-content">{children}</div>
      {!editing && toolbar}
    </article>
  )
}

/** Where the message is taken hold of with a pointer, in the margin; the menu moves it by keyboard. */
function Grip() {
  return (
    <span
      aria-hidden
      title="Drag to move"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        dragMessage(event.currentTarget, event)
      }}
      className="message-grip"
    >
      <GripVertical size={14} aria-hidden />
    </span>
  )
}
