import { useEffect, useRef } from 'react'

import {
  cancelEdit,
  changeAnswerText,
  closeEditor,
} from '../../../core/chat/editors/message-editors.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'

interface AnswerEditorProps {
  messageId: string
  version: AnswerVersion
}

/** Edits the text of an answer: what is typed is one more version and is sent, the original stays. */
export function AnswerEditor({ messageId, version }: AnswerEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  return (
    <div className="flex max-w-[72ch] flex-col gap-2">
      <TextArea
        ref={area}
        aria-label="Edit assistant message"
        value={version.answer.choices[0]?.content ?? ''}
        rows={4}
        onChange={({ target }) => changeAnswerText(chat, messageId, target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancelEdit(chat, messageId)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            closeEditor(chat, messageId)
        }}
        className="max-h-[60vh]"
      />
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => closeEditor(chat, messageId)}>
          Save as a version
        </Button>
        <Button variant="ghost" onClick={() => cancelEdit(chat, messageId)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
