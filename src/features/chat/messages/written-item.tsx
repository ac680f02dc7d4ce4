import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { messageText } from '../../../contract/chat/messages.ts'
import type { WrittenMessage } from '../../../storage/conversation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { editMessage, removeMessage } from '../conversation/conversation-store.ts'
import { MessageFrame } from './message-frame.tsx'

/** A message that a person wrote: read, edited in place, copied or deleted. */
export function WrittenItem({ record }: { record: WrittenMessage }) {
  const { role } = record.message
  const text = messageText(record.message)
  const [editing, setEditing] = useState(text === '' && role === 'system')
  return (
    <MessageFrame
      from={role}
      actions={
        <>
          <IconButton label={`Edit ${role} message`} onClick={() => setEditing(true)}>
            <Pencil size={14} aria-hidden />
          </IconButton>
          <CopyButton text={text} label={`Copy ${role} message`} />
          <IconButton label={`Delete ${role} message`} onClick={() => removeWithUndo(record.id)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      {editing ? (
        <MessageEditor
          label={`Edit ${role} message`}
          text={text}
          onDone={(edited) => {
            setEditing(false)
            if (edited === undefined ? text === '' : edited.trim() === '') removeWithUndo(record.id)
            else if (edited !== undefined) editMessage(record.id, edited)
          }}
        />
      ) : (
        <p
          className={
            role === 'user'
              ? 'w-fit max-w-[72ch] rounded-md bg-surface-2 px-3 py-2 leading-normal break-words whitespace-pre-wrap'
              : 'max-w-[72ch] border-l-2 pl-3 leading-normal break-words whitespace-pre-wrap text-text-2'
          }
        >
          {text}
        </p>
      )}
    </MessageFrame>
  )
}

function removeWithUndo(id: string): void {
  const undo = removeMessage(id)
  showToast('Message deleted', { label: 'Undo', run: undo })
}

interface MessageEditorProps {
  label: string
  text: string
  /** The edited text, or undefined when editing was given up. */
  onDone: (text: string | undefined) => void
}

function MessageEditor({ label, text, onDone }: MessageEditorProps) {
  const [edited, setEdited] = useState(text)
  return (
    <div className="flex max-w-[72ch] flex-col gap-2">
      <TextArea
        // The editor opens because someone pressed Edit; the caret belongs there.
        ref={(area) => area?.focus()}
        aria-label={label}
        value={edited}
        rows={2}
        placeholder="Instructions for the model"
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') onDone(undefined)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onDone(edited)
        }}
        className="max-h-[50vh]"
      />
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => onDone(edited)}>
          Save
        </Button>
        <Button variant="ghost" onClick={() => onDone(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
