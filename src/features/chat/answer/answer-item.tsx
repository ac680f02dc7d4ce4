import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import Trash2 from 'lucide-react/icons/trash-2'
import { useStore } from 'zustand'

import { showVersion } from '../../../core/chat/conversation/answer-versions.ts'
import { plainText } from '../../../core/chat/responses/plain-text.ts'
import { stopAndSettle } from '../../../core/chat/responses/runs.ts'
import { regenerate } from '../../../core/chat/responses/send-messages.ts'
import {
  selectedChoice,
  shownVersion,
  type AnswerMessage,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { AnswerOrigin, ContinueAnswer } from '../messages/answer-origin.tsx'
import { removeWithUndo } from '../messages/editing/add-message.tsx'
import { AnswerEditor } from '../messages/editing/answer-editor.tsx'
import { MessageBoundary } from '../messages/message-boundary.tsx'
import { MessageFrame } from '../messages/message-frame.tsx'
import { AnswerBody } from './answer-body.tsx'

/** The answers of a model at one place of the conversation, one version shown. */
export function AnswerItem({ record, isLast }: { record: AnswerMessage; isLast: boolean }) {
  const version = shownVersion(record)
  const running = useStore(chat.runs, ({ live }) => version !== undefined && version.id in live)
  const connection = useStore(client.connections.store, (state) => state.connection)
  const editing = useStore(chat.editors, ({ open }) => record.id in open)
  if (version === undefined) return null
  const { exchangeId } = version
  return (
    <MessageFrame
      from="assistant"
      messageId={record.id}
      isLast={isLast}
      note={<AnswerOrigin {...version} />}
      actions={
        <>
          {record.versions.length > 1 && <VersionSwitch record={record} />}
          {exchangeId !== undefined && (
            <IconButton label="Inspect" onClick={() => openInspector(exchangeId)}>
              <ScanSearch size={14} aria-hidden />
            </IconButton>
          )}
          {!running && (
            <>
              <CopyButton text={selectedChoice(version)?.content ?? ''} label="Copy response" />
              <IconButton
                label="Regenerate"
                disabled={connection === undefined}
                onClick={() => regenerate(chat, record)}
              >
                <RotateCw size={14} aria-hidden />
              </IconButton>
            </>
          )}
          <IconButton label="Delete response" onClick={() => void deleteAnswer(record)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      {editing ? (
        <AnswerEditor messageId={record.id} version={version} />
      ) : (
        <MessageBoundary key={version.id} text={() => plainText(version.answer)}>
          <AnswerBody record={record} version={version} isLast={isLast} />
        </MessageBoundary>
      )}
      {!running && <ContinueAnswer record={record} version={version} />}
    </MessageFrame>
  )
}

/** What arrived until now is settled first, so that Undo brings it back. */
async function deleteAnswer({ id, versions }: AnswerMessage): Promise<void> {
  await stopAndSettle(
    chat.runs,
    versions.map((version) => version.id),
  )
  removeWithUndo(id, 'Response')
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
