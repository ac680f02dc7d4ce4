import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { type Message, ROLES } from '../../../../contract/chat/messages.ts'
import type { ReadAttachment } from '../../../core/chat/content-parts/read-attachment.ts'
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
import type { ShownCase } from '../../../core/evaluate/shown-cases.ts'
import { boards } from '../../../page/evaluate.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { takesFiles } from '../../../ui/take-files.ts'
import { AttachButton, AttachedPart, readFiles } from '../cases/attach-button.tsx'
import { ChecksEditor } from '../checks/checks-editor.tsx'
import { TextField } from '../checks/fields.tsx'
import { Select } from '../select.tsx'
import { BoardPanel } from './board-panel.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ConfigurationPanel, type SettingGroups } from './configuration-panel.tsx'
import type { Panel } from './panel.ts'

interface OpenPanelProps {
  panel: Panel
  board: Board
  /** The cases in the order in which they are shown. */
  rows: readonly ShownCase[]
  settingGroups: SettingGroups
  onOpen: (panel: Panel) => void
  onClose: () => void
}

/** What was pressed, as long as it is on the board. */
export function OpenPanel(props: OpenPanelProps) {
  const { panel, board, rows, settingGroups, onOpen, onClose } = props
  const configuration =
    'configurationId' in panel
      ? board.configurations.find(({ id }) => id === panel.configurationId)
      : undefined
  if (panel.kind === 'configuration')
    return configuration === undefined ? null : (
      <ConfigurationPanel
        board={board}
        configuration={configuration}
        settingGroups={settingGroups}
        onClose={onClose}
      />
    )
  const at = board.cases.findIndex(({ id }) => id === panel.caseId)
  const row = board.cases[at]
  if (row === undefined || (panel.kind === 'cell' && configuration === undefined)) return null
  if (panel.kind === 'case')
    return <CasePanel board={board} case={row} number={at + 1} onClose={onClose} />
  const { configurations } = board
  const count = rows.length * configurations.length
  const step = (by: -1 | 1) => {
    const place =
      rows.findIndex((shown) => shown.case === row) * configurations.length +
      configurations.findIndex((one) => one === configuration)
    const next = (place + by + count) % count
    const { id: caseId } = rows[Math.floor(next / configurations.length)]?.case ?? {}
    const { id: configurationId } = configurations[next % configurations.length] ?? {}
    if (caseId !== undefined && configurationId !== undefined)
      onOpen({ kind: 'cell', caseId, configurationId })
  }
  return (
    <CellPanel
      board={board}
      case={row}
      number={at + 1}
      configurationId={panel.configurationId}
      onClose={onClose}
      onStep={count > 1 ? step : undefined}
    />
  )
}

interface CasePanelProps {
  board: Board
  case: Case
  /** From 1. */
  number: number
  onClose: () => void
}

/** What a case asks and expects, and what only it is checked by; a change is saved as it is made. */
function CasePanel({ board, case: row, number, onClose }: CasePanelProps) {
  const [openCheck, setOpenCheck] = useState<string>()
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
      <CaseEditor
        case={row}
        variables={boardVariables(board)}
        onChange={(next) => changeBoard(boards, (now) => editCase(now, next))}
      >
        <ChecksEditor caseId={row.id} openId={openCheck} onOpen={setOpenCheck} />
      </CaseEditor>
    </BoardPanel>
  )
}

interface CaseEditorProps {
  case: Case
  /** Those of the board. */
  variables: readonly string[]
  onChange: (next: Case) => void
  /** The checks of this case. */
  children?: ReactNode
}

/** What a case asks, and what is expected of the responses. Every change counts at once. */
function CaseEditor({ case: row, variables, onChange, children }: CaseEditorProps) {
  const { messages, expected } = row
  // A file that is being read is added to what is there by then.
  const latest = useRef(row)
  useLayoutEffect(() => {
    latest.current = row
  })
  const changeMessages = (change: (before: readonly Message[]) => readonly Message[]) => {
    const { messages: before = [], ...rest } = latest.current
    const next = change(before)
    onChange(next.length > 0 ? { ...rest, messages: next } : rest)
  }
  const names = [...new Set([...variables, ...Object.keys(row.variables)])]
  return (
    <div className="flex flex-col gap-4 text-sm">
      {names.map((name) => (
        <TextField
          key={name}
          label={`{{${name}}}`}
          value={row.variables[name] ?? ''}
          onChange={(value) => onChange({ ...row, variables: { ...row.variables, [name]: value } })}
        />
      ))}
      <section aria-label="Messages" className="flex flex-col items-start gap-3">
        {messages === undefined ? (
          <p className="text-text-2">This case sends the prompt of the board.</p>
        ) : (
          messages.map((message, at) => (
            <MessageFields
              // oxlint-disable-next-line react/no-array-index-key -- messages have no other name
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
        value={expected ?? ''}
        onChange={(value) => {
          const { expected: _, ...rest } = row
          onChange(value === '' ? rest : { ...rest, expected: value })
        }}
      />
      {children}
    </div>
  )
}

interface MessageFieldsProps {
  number: number
  message: Message
  onChange: (change: (message: Message) => Message) => void
  onRemove: () => void
}

/** Role, texts and attachments of a message. */
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
          // oxlint-disable-next-line react/no-array-index-key -- texts have no other name
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
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
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
