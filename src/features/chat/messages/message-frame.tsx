import type { ReactNode } from 'react'

import type { Role } from '../../../contract/chat/messages.ts'

const NAMES: Record<Role, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  developer: 'Developer',
  tool: 'Tool',
}

interface MessageFrameProps {
  from: Role
  /** What stands at the right of the role, quiet until the message is pointed at or focused. */
  actions?: ReactNode
  children: ReactNode
}

/** One message: its role, its actions, its content. */
export function MessageFrame({ from, actions, children }: MessageFrameProps) {
  return (
    <article aria-label={`${NAMES[from]} message`} className="group/message">
      <header className="flex min-h-7 items-center gap-2">
        <span className="font-mono text-xs text-text-3">{from}</span>
        <span className="ml-auto flex gap-0.5 opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          {actions}
        </span>
      </header>
      {children}
    </article>
  )
}
