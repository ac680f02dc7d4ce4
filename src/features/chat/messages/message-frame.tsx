import GripVertical from 'lucide-react/icons/grip-vertical'
import type { ReactNode } from 'react'

import type { Role } from '../../../../contract/chat/messages.ts'
import { dragMessage } from './drag-message.ts'
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
    <article
      aria-label={`${NAMES[from]} message`}
      data-message={messageId}
      className="group/message relative"
    >
      <Grip />
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
      className="absolute top-0 -left-4 flex h-7 w-4 cursor-grab touch-none items-center justify-center text-text-3 opacity-0 group-hover/message:opacity-100 active:cursor-grabbing pointer-coarse:opacity-60"
    >
      <GripVertical size={14} aria-hidden />
    </span>
  )
}
