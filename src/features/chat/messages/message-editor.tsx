import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { ROLES, type Message, type Role } from '../../../../contract/chat/messages.ts'
import { readAttachments } from '../../../core/chat/content-parts/content-part.ts'
import {
  cancelEdit,
  changeFields,
  changeJson,
  closeEditor,
  readMessage,
} from '../../../core/chat/editors/message-editors.ts'
import {
  canHaveRole,
  editableTexts,
  furtherFields,
  withName,
  withParts,
  withRole,
} from '../../../core/chat/editors/message-edits.ts'
import { browserMedia } from '../../../media/browser-media.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { takesFiles } from '../../../ui/files.ts'

interface MessageEditorProps {
  messageId: string
  message: Message
}

/** Edits a message in place, as fields or as JSON. What is typed is what is sent; Save closes. */
export function MessageEditor({ messageId, message }: MessageEditorProps) {
  const edit = useStore(chat.editors, ({ open }) => open[messageId])
  const { message: draft, texts } = edit?.fields ?? { message, texts: editableTexts(message) }
  const json = edit?.json
  // Faults are shown once someone tries to go on; Send shows them by itself.
  const [faults, setFaults] = useState<readonly string[]>([])
  const faultsId = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  useEffect(() => first.current?.focus(), [])

  const isMessage = () => {
    if (json === undefined) return true
    const reading = readMessage(json)
    if (!reading.ok) setFaults(reading.faults)
    return reading.ok
  }
  const save = () => {
    if (isMessage()) closeEditor(chat, messageId)
  }
  const switchView = () => {
    if (!isMessage()) return
    setFaults([])
    if (json === undefined) changeJson(chat, messageId, JSON.stringify(message, null, 2))
    else changeFields(chat, messageId, { message, texts: editableTexts(message) })
  }
  const changeMembers = (changed: Message) =>
    changeFields(chat, messageId, { message: changed, texts })
  const attach = async (files: readonly File[]) => {
    const read = await readAttachments(client, browserMedia, files, showToast)
    const { open } = chat.editors.getState()
    // As it is by now: reading takes its time.
    const record = chat.conversation.getState().messages.find(({ id }) => id === messageId)
    if (record?.kind !== 'written' || !(messageId in open)) return
    const changed = withParts(
      record.message,
      read.map(({ part }) => part),
    )
    changeFields(chat, messageId, { message: changed, texts: editableTexts(changed) })
  }
  const further = furtherFields(draft)
  const label = `Edit ${draft.role} message`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it
    <div
      role="group"
      aria-label={label}
      aria-describedby={faults.length > 0 ? faultsId : undefined}
      className="flex max-w-[72ch] flex-col gap-2"
      {...(draft.role === 'user' &&
        json === undefined &&
        takesFiles((files) => void attach(files)))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancelEdit(chat, messageId)
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
      }}
    >
      {json === undefined ? (
        <>
          <EditedMembers draft={draft} onChange={changeMembers} />
          {texts.map((text, index) => (
            <TextArea
              // The texts of a message neither come nor go while it is edited.
              key={index}
              ref={index === 0 ? first : null}
              aria-label={texts.length === 1 ? label : `${label}, text ${index + 1}`}
              value={text}
              rows={2}
              placeholder={PLACEHOLDERS[draft.role]}
              onChange={(event) =>
                changeFields(chat, messageId, {
                  message: draft,
                  texts: texts.map((other, at) => (at === index ? event.target.value : other)),
                })
              }
              className="max-h-[50vh]"
            />
          ))}
          {further.length > 0 && (
            <p className="text-xs text-text-3">
              Also contains <code className="font-mono">{further.join(', ')}</code>. Edit as JSON.
            </p>
          )}
        </>
      ) : (
        <TextArea
          aria-label={`${label} as JSON`}
          value={json}
          rows={6}
          spellCheck={false}
          onChange={(event) => {
            changeJson(chat, messageId, event.target.value)
            setFaults([])
          }}
          className="max-h-[60vh] font-mono text-xs"
        />
      )}
      {faults.length > 0 && (
        <div id={faultsId} role="alert" className="text-sm text-bad">
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex gap-2">
        <Button variant="primary" onClick={save}>
          Save
        </Button>
        <Button variant="ghost" onClick={() => cancelEdit(chat, messageId)}>
          Cancel
        </Button>
        <Button variant="ghost" className="ml-auto" onClick={switchView}>
          {json === undefined ? 'Edit as JSON' : 'Edit as fields'}
        </Button>
      </div>
    </div>
  )
}

const PLACEHOLDERS: Record<Role, string> = {
  user: 'User message',
  assistant: 'Model response',
  system: 'Instructions for the model',
  developer: 'Instructions for the model',
  tool: 'Tool result',
}

interface EditedMembersProps {
  draft: Message
  onChange: (message: Message) => void
}

function EditedMembers({ draft, onChange }: EditedMembersProps) {
  return (
    <div className="flex flex-wrap gap-2 text-sm">
      <div className="flex items-center gap-1.5">
        <span aria-hidden className="font-mono text-xs text-text-3">
          role
        </span>
        <Select
          aria-label="role"
          value={draft.role}
          onChange={(role) => onChange(withRole(draft, role))}
          options={ROLES.map((role) => ({
            value: role,
            label: role,
            disabled: !canHaveRole(draft, role),
          }))}
        />
      </div>
      <label className="flex items-center gap-1.5">
        <span className="font-mono text-xs text-text-3">name</span>
        <input
          value={draft.name ?? ''}
          placeholder="optional"
          onChange={(event) => onChange(withName(draft, event.target.value))}
          className="w-32 field"
        />
      </label>
      {draft.role === 'tool' && (
        <label className="flex items-center gap-1.5">
          <span className="font-mono text-xs text-text-3">tool_call_id</span>
          <input
            value={draft.tool_call_id}
            placeholder="call ID"
            onChange={(event) => onChange({ ...draft, tool_call_id: event.target.value })}
            className="w-48 field font-mono"
          />
        </label>
      )}
    </div>
  )
}
