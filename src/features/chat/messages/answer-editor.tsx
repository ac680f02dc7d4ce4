import { useEffect, useRef, useState } from 'react'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type {
  AnswerMessage,
  AnswerVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { addVersion } from '../conversation/answer-versions.ts'
import { closeEditor, keepEdit, keptEdit } from './editor-store.ts'

interface AnswerEditorProps {
  record: AnswerMessage
  version: AnswerVersion
}

/** Edits the text of an answer: what is saved is one more version, the original stays. */
export function AnswerEditor({ record, version }: AnswerEditorProps) {
  const [choice] = version.answer.choices
  const [text, setText] = useState(() => keptEdit(record.id)?.text ?? choice?.content ?? '')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const save = () => {
    closeEditor(record.id)
    if (choice === undefined || text === choice.content) return
    addVersion(record, {
      id: crypto.randomUUID(),
      startedAt: Date.now(),
      model: version.model,
      origin: 'edited',
      answer: {
        ...emptyAnswer,
        phase: 'finished',
        citations: version.answer.citations,
        choices: [{ ...choice, content: text, logprobs: [] }],
      },
    })
  }
  return (
    <div className="flex max-w-[72ch] flex-col gap-2">
      <TextArea
        ref={area}
        aria-label="Edit assistant message"
        value={text}
        rows={4}
        onChange={({ target }) => {
          setText(target.value)
          keepEdit(record.id, { text: target.value })
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') closeEditor(record.id)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
        }}
        className="max-h-[60vh]"
      />
      <div className="flex gap-2">
        <Button variant="primary" onClick={save}>
          Save as a version
        </Button>
        <Button variant="ghost" onClick={() => closeEditor(record.id)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
