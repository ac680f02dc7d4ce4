import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { type ContentPart, type Message, messageText } from '../../../../contract/chat/messages.ts'
import { emptyMessageNote } from '../../../../contract/chat/request/request.ts'
import { openEditor } from '../../../core/chat/editors/message-editors.ts'
import { furtherFields } from '../../../core/chat/editors/message-edits.ts'
import type { WrittenMessage } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { MAX_DRAWN_CHARACTERS } from '../../../ui/format/json.ts'
import type { TextSource } from '../../../ui/markdown/view/block-stream.ts'
import { AnswerTextView } from '../answer/answer-text-view.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageBoundary, MessageFrame, removeWithUndo, ROLE_NAMES } from './message-frame.tsx'
import { MessageToolbar } from './message-toolbar.tsx'

/** A message that a person wrote: read, edited in place, copied or deleted. */
export function WrittenItem({ record, isLast }: { record: WrittenMessage; isLast: boolean }) {
  const { message } = record
  const { role } = message
  const editing = useStore(chat.editors, ({ open }) => record.id in open)
  return (
    <MessageFrame
      from={role}
      messageId={record.id}
      heading={headingOf(message)}
      editing={editing}
      toolbar={
        <MessageToolbar from={role} messageId={record.id} isLast={isLast}>
          <IconButton label={`Edit ${role} message`} onClick={() => openEditor(chat, record.id)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
          <CopyButton text={() => messageText(message)} label={`Copy ${role} message`} />
          <IconButton label={`Delete ${role} message`} onClick={() => removeWithUndo(record.id)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </MessageToolbar>
      }
    >
      {editing ? (
        <>
          <MessageEditor messageId={record.id} message={message} />
          <MessageParts record={record} />
        </>
      ) : (
        <MessageBoundary text={() => messageText(message)}>
          <WrittenContent message={message} />
          <EmptyNote message={message} />
          <MessageParts record={record} />
          <FurtherFields message={message} />
        </MessageBoundary>
      )}
    </MessageFrame>
  )
}

/** Who said it, and which call it answers. What stands at the right is the user's. */
function headingOf(message: Message): ReactNode {
  const { role, name = '' } = message
  if (role === 'user' && name === '') return undefined
  return (
    <>
      {role !== 'user' && <span>{ROLE_NAMES[role]}</span>}
      {name !== '' && <span className="truncate font-mono text-xs">{name}</span>}
      {message.role === 'tool' && (
        <span className="truncate font-mono text-xs">
          for {message.tool_call_id || 'no call yet'}
        </span>
      )}
    </>
  )
}

/** Before it is sent: a message that an API may not keep. */
function EmptyNote({ message }: { message: Message }) {
  const note = emptyMessageNote(message)
  return note === undefined ? null : <p className="text-sm text-warn">{note}</p>
}

function WrittenContent({ message }: { message: Message }) {
  const { role, content } = message
  const text = messageText(message)
  if (text === '' && Array.isArray(content)) return null
  if (text.length > MAX_DRAWN_CHARACTERS)
    return (
      <LongText
        label={`${role} message`}
        read={(limit) => text.slice(0, limit)}
        whole={() => text}
        wrap
      />
    )
  if (role === 'assistant') return <AssistantText key={text} text={text} />
  return <p className="message-words w-fit">{text}</p>
}

/** What an assistant said is Markdown, whoever wrote it down. */
function AssistantText({ text }: { text: string }) {
  const [source] = useState<TextSource>(() => ({
    text: () => text,
    finished: () => true,
    subscribe: () => () => {},
  }))
  return <AnswerTextView source={source} />
}

function FurtherFields({ message }: { message: Message }) {
  const fields = furtherFields(message)
  if (fields.length === 0) return null
  return (
    <Disclosure
      summary={<code className="font-mono text-xs text-text-2">{fields.join(', ')}</code>}
    >
      <div className="mt-1 ml-2.5 border-l-2 pl-3">
        <JsonView
          label="Fields"
          value={Object.fromEntries(fields.map((field) => [field, Reflect.get(message, field)]))}
        />
      </div>
    </Disclosure>
  )
}

const SentParts = part(() => import('../attachments/attachments.ts'), 'SentParts')

interface MessagePartsProps {
  record: WrittenMessage
}

/** The parts of a message that are not plain text: what they are, looked at safely. */
function MessageParts({ record }: MessagePartsProps) {
  const { id, fileNames = {} } = record
  const { content } = record.message
  if (!Array.isArray(content) || !content.some(isShown)) return null
  const names = Object.entries(fileNames)
  const parts = content.flatMap((part, index) => {
    const name = names.find(([path]) => path.startsWith(`content.${index}.`))?.[1]
    return isShown(part) ? [{ part, ...(name !== undefined && { name }) }] : []
  })
  return <SentParts messageId={id} parts={parts} />
}

/** The text of a message is shown by the message itself; a mark on it is shown here. */
function isShown(part: ContentPart): boolean {
  return part.type !== 'text' || part.cache_control !== undefined
}
