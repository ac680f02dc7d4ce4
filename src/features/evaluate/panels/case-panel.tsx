import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef, useState } from 'react'

import { type Message, ROLES } from '../../../../contract/chat/messages.ts'
import type { ReadAttachment } from '../../../core/chat/content-parts/content-part.ts'
import {
  canHaveRole,
  editableTexts,
  withParts,
  withRole,
  withTexts,
} from '../../../core/chat/editors/message-edits.ts'
import { boardVariables, editCase } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import type { Board, Case } from '../../../core/evaluate/board.ts'
import { boards } from '../../../page/evaluate.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { takesFiles } from '../../../ui/files.ts'
import { AttachButton, AttachedPart, readFiles } from '../message-composer.tsx'
import { BoardPanel } from './board-panel.tsx'
import { ChecksEditor, TextField } from './checks-editor.tsx'

interface CasePanelProps {
  board: Board
  case: Case
  number: number
  onClose: () => void
}

/** What a case asks and expects, and what only it is checked by; a change is saved as it is made. */
export function CasePanel({ board, case: row, number, onClose }: CasePanelProps) {
  const [openCheck, setOpenCheck] = useState<string>()
  // A file that is being read is added to what is there by then.
  const latest = useRef(row)
  useLayoutEffect(() => {
    latest.current = row
  })
  const onChange = (next: Case) => changeBoard(boards, (now) => editCase(now, next))
  const changeMessages = (change: (before: readonly Message[]) => readonly Message[]) => {
    const { messages: before = [], ...rest } = latest.current
    const next = change(before)
    onChange(next.length > 0 ? { ...rest, messages: next } : rest)
  }
  const remove = () => {
    const change = (cases: (before: Board['cases']) => Board['cases']) =>
      changeBoard(boards, (now) => ({ ...now, cases: cases(now.cases) }))
    change((cases) => cases.filter(({ id }) => id !== row.id))
    onClose()
    showToast(`Case ${number} removed`, {
      label: 'Undo',
      run: () => change((cases) => cases.toSpliced(number - 1, 0, row)),
    })
  }
  const names = [...new Set([...boardVariables(board), ...Object.keys(row.variables)])]
  return (
    <BoardPanel
      title={`Case ${number}`}
      onClose={onClose}
      actions={
        <IconButton label="Remove case" onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {names.map((name) => (
          <TextField
            key={name}
            label={`{{${name}}}`}
            value={row.variables[name] ?? ''}
            onChange={(value) =>
              onChange({ ...row, variables: { ...row.variables, [name]: value } })
            }
          />
        ))}
        <section aria-label="Messages" className="flex flex-col items-start gap-3">
          {row.messages === undefined ? (
            <p className="text-text-2">This case sends the prompt of the board.</p>
          ) : (
            row.messages.map((message, at) => (
              <MessageFields
                key={at}
                number={at + 1}
                message={message}
                onChange={(change) =>
                  changeMessages((before) =>
                    before.map((one, place) => (place === at ? change(one) : one)),
                  )
                }
                onRemove={() => changeMessages((before) => before.toSpliced(at, 1))}
              />
            ))
          )}
          <Button
            onClick={() => changeMessages((before) => [...before, { role: 'user', content: '' }])}
          >
            <Plus size={14} aria-hidden /> Add message
          </Button>
        </section>
        <TextField
          label="Expected value"
          value={row.expected ?? ''}
          onChange={(value) => {
            const { expected: _, ...rest } = row
            onChange(value === '' ? rest : { ...rest, expected: value })
          }}
        />
        <ChecksEditor caseId={row.id} openId={openCheck} onOpen={setOpenCheck} />
      </div>
    </BoardPanel>
  )
}

interface MessageFieldsProps {
  number: number
  message: Message
  onChange: (change: (message: Message) => Message) => void
  onRemove: () => void
}

function MessageFields({ number, message, onChange, onRemove }: MessageFieldsProps) {
  const texts = editableTexts(message)
  const parts = message.role === 'user' && Array.isArray(message.content) ? message.content : []
  const attach = (read: readonly ReadAttachment[]) =>
    onChange((now) =>
      withParts(
        now,
        read.map(({ part }) => part),
      ),
    )
  return (
    <div
      role="group"
      aria-label={`Message ${number}`}
      {...(message.role === 'user' && takesFiles((files) => void readFiles(files).then(attach)))}
      className="flex w-full flex-col gap-1"
    >
      <div className="flex items-center gap-2">
        <Select
          aria-label={`Role of message ${number}`}
          options={ROLES.map((role) => ({
            value: role,
            label: role,
            disabled: role === 'tool' || !canHaveRole(message, role),
          }))}
          value={message.role}
          disabled={message.role === 'tool'}
          onChange={(role) => onChange((now) => withRole(now, role))}
          className="mr-auto w-auto"
        />
        {message.role === 'user' && (
          <AttachButton label={`Attach to message ${number}`} onAttach={attach} />
        )}
        <IconButton label={`Remove message ${number}`} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {(texts.length > 0 ? texts : ['']).map((text, at) => (
        <TextArea
          key={at}
          aria-label={`Message ${number}${texts.length > 1 ? `, text ${at + 1}` : ''}`}
          rows={2}
          value={text}
          onChange={({ target: { value } }) =>
            onChange((now) =>
              texts.length === 0 && parts.length > 0
                ? withParts(now, [{ type: 'text', text: value }])
                : withTexts(now, texts.length === 0 ? [value] : texts.with(at, value)),
            )
          }
          className="max-h-[40vh]"
        />
      ))}
      {parts.map((part, at) => (
        <AttachedPart
          key={at}
          part={part}
          onRemove={() =>
            onChange((now) =>
              now.role === 'user' ? { ...now, content: parts.toSpliced(at, 1) } : now,
            )
          }
        />
      ))}
    </div>
  )
}
