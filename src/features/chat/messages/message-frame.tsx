import './message-frame.css'
import { Component, type ReactNode } from 'react'

import {
  type Message,
  messageText,
  type Role,
  type UserMessage,
} from '../../../../contract/chat/messages.ts'
import { addMessage, removeMessage } from '../../../core/chat/conversation/authored-messages.ts'
import { openEditor } from '../../../core/chat/editors/message-editors.ts'
import { withRole } from '../../../core/chat/editors/message-edits.ts'
import { pendingToolCalls } from '../../../core/chat/request/pending-tool-calls.ts'
import { chat } from '../../../page/chat.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChunkLoadError } from '../../../ui/feedback/part.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'

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

interface MessageBoundaryProps {
  text: () => string
  toolbar?: ReactNode
  children: ReactNode
}

interface MessageBoundaryState {
  failure: { error: unknown } | undefined
  showsText: boolean
}

const DRAWN: MessageBoundaryState = { failure: undefined, showsText: false }

/** Keeps a message that cannot be drawn to its own place, so that the conversation opens. */
export class MessageBoundary extends Component<MessageBoundaryProps, MessageBoundaryState> {
  override state = DRAWN

  static getDerivedStateFromError(error: unknown): MessageBoundaryState {
    return { failure: { error }, showsText: false }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) reportError(error)
  }

  override render(): ReactNode {
    const { failure, showsText } = this.state
    if (failure === undefined) return this.props.children
    // Code that could not be fetched is for the boundary that fetches it again.
    if (failure.error instanceof ChunkLoadError) throw failure.error
    return (
      <div className="flex flex-col gap-2">
        <ErrorNotice
          title="Can't show this message"
          actions={
            <>
              {!showsText && (
                <Button variant="primary" onClick={() => this.setState({ showsText: true })}>
                  Show as text
                </Button>
              )}
              <Button onClick={() => this.setState(DRAWN)}>Try again</Button>
            </>
          }
        >
          <p>Rendering failed. The message itself is saved unchanged.</p>
        </ErrorNotice>
        {this.props.toolbar}
        {showsText && (
          <LongText
            label="Message as text"
            read={(limit) => this.props.text().slice(0, limit)}
            whole={this.props.text}
            wrap
          />
        )}
      </div>
    )
  }
}

/** Adds a message, at an index or at the end, and sends nothing. An incomplete one opens in its editor. */
export function placeMessage(message: Message, index?: number): void {
  const record = addMessage(chat, message, index)
  const lacksCall = message.role === 'tool' && message.tool_call_id === ''
  if (messageText(message) === '' || lacksCall) openEditor(chat, record.id)
}

/** Adds what was written at the end, under a role, without sending anything. */
export function addAs(role: Role, content: UserMessage['content']): void {
  const [call] = pendingToolCalls(chat.conversation.getState().messages)
  placeMessage(withRole({ role: 'user', content }, role, call?.id))
}

/** Removes a message and offers to undo that. */
export function removeWithUndo(id: string, what = 'Message'): void {
  const undo = removeMessage(chat, id)
  showToast(`${what} deleted`, { label: 'Undo', run: undo })
}
