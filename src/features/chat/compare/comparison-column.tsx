import MessageSquareShare from 'lucide-react/icons/message-square-share'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Square from 'lucide-react/icons/square'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import { lastVersion } from '../../../core/chat/compare/columns.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { MIN_COLUMNS, updateColumn } from '../../../core/chat/compare/comparison.ts'
import { deleteColumn } from '../../../core/chat/compare/delete-column.ts'
import { runColumnAgain } from '../../../core/chat/compare/run-columns.ts'
import { runningVersions, stopAndSettle, stopRuns } from '../../../core/chat/responses/runs.ts'
import { restoreConversation } from '../../../core/storage/conversations/conversations.ts'
import { deleteConversations } from '../../../core/storage/conversations/delete-conversations.ts'
import { copyConversation } from '../../../core/storage/files/history-merge.ts'
import { chat } from '../../../page/chat.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { useFollowEnd } from '../messages/use-follow-end.ts'
import { modelOption } from '../model/model-option.tsx'
import { useModels } from '../model/use-models.ts'
import { ColumnConnection } from './column-connection.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { ColumnTurn } from './column-turn.tsx'
import { DeletedColumn } from './deleted-columns.tsx'
import { useColumnConnection } from './use-column-connection.ts'

interface ComparisonColumnProps {
  column: CompareColumn
  /** From 1, from the left. */
  number: number
  /** The settings in which columns differ, with the value here; undefined is not sent. */
  differences: readonly { field: string; value: string | undefined }[]
  /** What its last answer is best at. */
  verdicts: readonly string[]
}

/** One column of a comparison: its setup, its own history, its figures; or that it was deleted. */
export function ComparisonColumn(props: ComparisonColumnProps) {
  const { column, number } = props
  const { id } = column.conversation
  const isDeleted = useStore(chat.comparison, ({ deleted }) => deleted.includes(id))
  const isRunning = useStore(chat.runs, (runs) => runningVersions(column.messages, runs).length > 0)
  // An answer that is being received is seen to its end.
  if (!isDeleted || isRunning) return <PresentColumn {...props} />
  return (
    <section
      aria-label={`Column ${number}`}
      className="flex h-full min-h-0 min-w-0 flex-col text-sm"
    >
      <div className="flex shrink-0 flex-col gap-1.5 border-b bg-surface-1 p-2">
        <div className="flex min-h-8 items-center gap-1">
          <span className="min-w-0 grow truncate font-mono text-text-2">
            {column.conversation.model}
          </span>
          <RemoveButton column={column} number={number} />
        </div>
        <p className="text-xs text-text-3">Gets no more messages</p>
      </div>
      <DeletedColumn conversationId={id} />
    </section>
  )
}

function PresentColumn(props: ComparisonColumnProps) {
  const { column, number, differences, verdicts } = props
  const { conversation, messages } = column
  const { models } = useModels(true, useColumnConnection(column))
  const [editing, setEditing] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  useFollowEnd(scroller)
  const set = Object.keys(conversation.settings).length
  return (
    <section
      aria-label={`Column ${number}`}
      className="flex h-full min-h-0 min-w-0 flex-col text-sm"
    >
      <div className="flex shrink-0 flex-col gap-1.5 border-b bg-surface-1 p-2">
        <div className="flex items-center gap-1">
          <Combobox
            label={`Model of column ${number}`}
            value={conversation.model}
            options={models.map(modelOption)}
            freeText
            onChange={(model) =>
              updateColumn(chat, conversation.id, (now) => ({
                ...now,
                conversation: { ...now.conversation, model },
              }))
            }
            className="min-w-0 grow"
          />
          <IconButton label={`Settings of column ${number}`} onClick={() => setEditing(true)}>
            <SlidersHorizontal size={14} aria-hidden />
          </IconButton>
          <RemoveButton column={column} number={number} />
        </div>
        <ColumnConnection column={column} number={number} />
        <ul
          aria-label={`Differences of column ${number}`}
          className="flex flex-wrap items-center gap-1 text-xs text-text-3"
        >
          {differences.length === 0 && <li>{set} set, same in all columns</li>}
          {differences.map(({ field, value }) => (
            <li key={field} className="max-w-full">
              <Badge tone={value === undefined ? 'neutral' : 'accent'} title={value ?? 'default'}>
                <span className="inline-block max-w-60 truncate align-bottom font-mono">
                  {shortField(field)} {value ?? 'default'}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      </div>
      <div ref={scroller} className="min-h-0 grow scroll-area overscroll-contain">
        <div className="flex flex-col gap-4 p-3">
          {messages.length === 0 && <p className="text-text-3">Responses appear here.</p>}
          {messages.map((record) => (
            <ColumnTurn key={record.id} record={record} column={column} />
          ))}
          {verdicts.length > 0 && (
            <p className="flex flex-wrap gap-1">
              {verdicts.map((words) => (
                <Badge key={words} tone="good">
                  {words}
                </Badge>
              ))}
            </p>
          )}
          <ColumnActions column={column} />
        </div>
      </div>
      {editing && (
        <ColumnSettings column={column} number={number} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}

/** `vendor_parameters.enable_web_search` says enough without its first half. */
function shortField(field: string): string {
  return field.replace(/^vendor_parameters\./, '')
}

/** What can be done with the column's answers: stop, ask again, inspect, keep. */
function ColumnActions({ column }: { column: CompareColumn }) {
  const connection = useColumnConnection(column)
  const running = runningVersions(column.messages, useStore(chat.runs))
  const [, navigate] = useLocation()
  const version = lastVersion(column)
  if (version === undefined) return null
  if (running.length > 0)
    return (
      <Button onClick={() => stopRuns(chat.runs.getState(), running)} className="self-start">
        <Square size={14} aria-hidden /> Stop
      </Button>
    )
  const { exchangeId } = version
  const keep = async () => {
    const { comparison: _, ...conversation } = column.conversation
    const loaded = { conversation, messages: [...column.messages] }
    const copy = copyConversation(loaded, () => crypto.randomUUID())
    try {
      await restoreConversation(copy)
      navigate(`/chat/${copy.conversation.id}`)
    } catch {
      showToast('Not enough storage for another conversation. The comparison is unchanged.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button onClick={() => void keep()}>
        <MessageSquareShare size={14} aria-hidden /> Keep
      </Button>
      <Button
        variant="ghost"
        disabled={connection === undefined}
        onClick={() => {
          const [fault] = runColumnAgain(chat, column.conversation.id)
          if (fault !== undefined) showToast(fault)
        }}
      >
        <RotateCw size={14} aria-hidden /> Run again
      </Button>
      {exchangeId !== undefined && (
        <IconButton label="Inspect" onClick={() => openInspector(exchangeId)}>
          <ScanSearch size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function RemoveButton({ column, number }: { column: CompareColumn; number: number }) {
  const count = useStore(chat.comparison, (state) => state.columns.length)
  const remove = async () => {
    // Undo must not bring back an answer that looks as if it were still coming.
    await stopAndSettle(chat.runs, runningVersions(column.messages, chat.runs.getState()))
    const bringBack = await deleteColumn(chat, column, deleteConversations)
    const undo = async () => {
      if (await bringBack()) return
      const text = `Not enough storage to restore column ${number}.`
      showToast(text, { label: 'Try again', run: () => void undo() })
    }
    showToast(`Column ${number} removed`, { label: 'Undo', run: () => void undo() })
  }
  return (
    <IconButton
      label={`Remove column ${number}`}
      disabled={count <= MIN_COLUMNS}
      onClick={() => void remove()}
    >
      <X size={14} aria-hidden />
    </IconButton>
  )
}
