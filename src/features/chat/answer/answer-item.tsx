import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import GitBranch from 'lucide-react/icons/git-branch'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { Answer } from '../../../../contract/chat/answer.ts'
import { showVersion } from '../../../core/chat/conversation/answer-versions.ts'
import {
  cancelEdit,
  changeAnswerText,
  closeEditor,
} from '../../../core/chat/editors/message-editors.ts'
import { plainText } from '../../../core/chat/responses/response-content.ts'
import { regenerate } from '../../../core/chat/responses/send-messages.ts'
import { formatClock, formatDateTime } from '../../../core/format/units.ts'
import {
  type AnswerMessage,
  type AnswerVersion,
  selectedChoice,
  shownVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { MessageBoundary, MessageFrame } from '../messages/message-frame.tsx'
import { MessageToolbar, useBranch } from '../messages/message-toolbar.tsx'
import { AnswerBody } from './answer-body.tsx'
import { ContinueAnswer } from './next-steps.tsx'

/** The answers of a model at one place of the conversation, one version shown. */
export function AnswerItem({ record, isLast }: { record: AnswerMessage; isLast: boolean }) {
  const version = shownVersion(record)
  const running = useStore(chat.runs, ({ live }) => version !== undefined && version.id in live)
  const editing = useStore(chat.editors, ({ open }) => record.id in open)
  if (version === undefined) return null
  const toolbar = <AnswerToolbar record={record} version={version} isLast={isLast} />
  return (
    <MessageFrame
      from="assistant"
      messageId={record.id}
      heading={<Heading version={version} />}
      editing={editing}
    >
      {editing ? (
        <AnswerEditor messageId={record.id} version={version} />
      ) : (
        <MessageBoundary key={version.id} text={() => plainText(version.answer)} toolbar={toolbar}>
          <AnswerBody record={record} version={version} isLast={isLast} toolbar={toolbar} />
        </MessageBoundary>
      )}
      {/* A card of the last one has it. */}
      {!running && !(isLast && version.answer.failure) && <ContinueAnswer record={record} />}
    </MessageFrame>
  )
}

const settled = createStore<Answer | undefined>(() => undefined)

function Heading({ version }: { version: AnswerVersion }) {
  const { id, model, answer, startedAt, origin, connection } = version
  const live = useStore(chat.runs, (runs) => runs.live[id]?.answer)
  const received = useStore(live ?? settled, (response) => response?.model)
  return (
    <>
      <span className="min-w-0 truncate font-medium text-text-2">
        {received ?? answer.model ?? model}
      </span>
      <AnswerConnection {...(connection && { connection })} />
      <AnswerOrigin {...(origin && { origin })} />
      <time dateTime={new Date(startedAt).toISOString()} title={formatDateTime(startedAt)}>
        {formatClock(startedAt)}
      </time>
    </>
  )
}

interface AnswerToolbarProps {
  record: AnswerMessage
  version: AnswerVersion
  isLast: boolean
}

function AnswerToolbar({ record, version, isLast }: AnswerToolbarProps) {
  const running = useStore(chat.runs, ({ live }) => version.id in live)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const branch = useBranch(record.id)
  const { exchangeId, answer } = version
  const several = record.versions.length > 1
  const text = selectedChoice(version)?.content ?? ''
  // What failed says itself how to go on.
  const canRetry = !running && !(isLast && answer.failure !== undefined)
  return (
    <MessageToolbar
      from="assistant"
      messageId={record.id}
      isLast={isLast}
      stays={isLast || several}
    >
      {several && <VersionSwitch record={record} />}
      {canRetry && (
        <Action
          label="Retry"
          icon={<RotateCw size={14} aria-hidden />}
          disabled={connection === undefined}
          onClick={() => regenerate(chat, record)}
        />
      )}
      {!running && text !== '' && (
        <CopyButton
          text={text}
          label="Copy response"
          words={<span className="message-action-word">Copy</span>}
        />
      )}
      {!running && (
        <Action
          label="Branch"
          className="message-action-more"
          icon={<GitBranch size={14} aria-hidden />}
          onClick={branch}
        />
      )}
      {exchangeId !== undefined && (
        <Action
          label="Inspect"
          icon={<ScanSearch size={14} aria-hidden />}
          onClick={() => openInspector(exchangeId)}
        />
      )}
    </MessageToolbar>
  )
}

interface ActionProps extends Omit<ComponentProps<typeof IconButton>, 'children'> {
  icon: ReactNode
}

/** A word where there is room for it, else an icon. */
function Action({ label, icon, ...button }: ActionProps) {
  return (
    <IconButton {...button} label={label}>
      <span className="message-action-word">{label}</span>
      {icon}
    </IconButton>
  )
}

function VersionSwitch({ record }: { record: AnswerMessage }) {
  const { id, shown, versions } = record
  return (
    <span className="flex items-center text-xs text-text-2">
      <IconButton
        label="Previous version"
        disabled={shown === 0}
        onClick={() => showVersion(chat, id, shown - 1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span className="sr-only">{`Version ${shown + 1} of ${versions.length}`}</span>
      <span aria-hidden className="tabular-nums">
        {shown + 1}/{versions.length}
      </span>
      <IconButton
        label="Next version"
        disabled={shown >= versions.length - 1}
        onClick={() => showVersion(chat, id, shown + 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </span>
  )
}

/** Says over which connection an answer came, where that is not the current one. */
function AnswerConnection({ connection }: Pick<AnswerVersion, 'connection'>) {
  const current = useStore(client.connections.store, (state) => state.connection?.id)
  return connection === undefined || connection.id === current ? null : (
    <span title="Sent over this connection">
      <Badge>{connection.name}</Badge>
    </span>
  )
}

function AnswerOrigin({ origin }: Pick<AnswerVersion, 'origin'>) {
  if (origin === 'edited') return <Badge>edited</Badge>
  return origin === 'continued' ? (
    <span title="The metrics below are for the last request only">
      <Badge>continued</Badge>
    </span>
  ) : null
}

interface AnswerEditorProps {
  messageId: string
  version: AnswerVersion
}

/** Edits the text of an answer: what is typed is one more version and is sent, the original stays. */
function AnswerEditor({ messageId, version }: AnswerEditorProps) {
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
