import Activity from 'lucide-react/icons/activity'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GitBranch from 'lucide-react/icons/git-branch'
import ListPlus from 'lucide-react/icons/list-plus'
import Pencil from 'lucide-react/icons/pencil'
import Terminal from 'lucide-react/icons/terminal'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { moveMessage, replaceRecord } from '../../../core/chat/conversation/authored-messages.ts'
import { openEditor } from '../../../core/chat/conversation/edit/message-editors.ts'
import { systemPromptOf } from '../../../core/chat/conversation/system-prompt.ts'
import { answerMessage, ownMembers } from '../../../core/chat/request/request-body.ts'
import { runningVersions, stopAndSettle } from '../../../core/chat/responses/runs.ts'
import {
  selectedChoice,
  shownVersion,
  type AnswerMessage,
  type MessageRecord,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { showNotLoaded } from '../../../ui/feedback/load-fault.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { OpenedMenu } from '../../../ui/overlays/opened-menu.tsx'
import { loadCopyCurl } from '../lazy.ts'
import { placeMessage, removeWithUndo } from './editing/add-message.tsx'
import { messageMenuStore } from './message-menu-button.tsx'
import { useBranch } from './use-branch.ts'

/** The further actions of whichever message they were asked for. */
export function MessageMenu() {
  const target = useStore(messageMenuStore, (state) => state.target)
  if (target === undefined) return null
  return <OpenMenu key={target.messageId} {...target} />
}

function OpenMenu({ messageId, anchor }: { messageId: string; anchor: HTMLElement }) {
  return (
    <OpenedMenu
      button={anchor}
      label="More actions"
      items={useItems(messageId)}
      align="end"
      onClose={() => {
        // Another message's may have been opened by now.
        messageMenuStore.setState(({ target }) =>
          target?.messageId === messageId ? { target: undefined } : {},
        )
      }}
    />
  )
}

function useItems(messageId: string): MenuItem[] {
  const branch = useBranch(messageId)
  const { messages } = chat.conversation.getState()
  const at = messages.findIndex(({ id }) => id === messageId)
  const record = messages[at]
  if (record === undefined) return []
  const isRunning = runningVersions([record], chat.runs.getState()).length > 0
  const insertAt = (index: number) => placeMessage({ role: 'user', content: '' }, index)
  return [
    ...(record.kind === 'answer' ? requestItems(record) : []),
    ...(isRunning ? [] : editItems(record)),
    {
      label: 'Insert message above',
      icon: <ListPlus size={14} aria-hidden />,
      onSelect: () => insertAt(at),
    },
    {
      label: 'Insert message below',
      icon: <ListPlus size={14} aria-hidden />,
      onSelect: () => insertAt(at + 1),
    },
    // Nothing stands above the system prompt.
    ...(at === (systemPromptOf(messages) === undefined ? 0 : 1)
      ? []
      : [moveItem('Move up', <ArrowUp size={14} aria-hidden />, messageId, -1)]),
    ...(at === messages.length - 1
      ? []
      : [moveItem('Move down', <ArrowDown size={14} aria-hidden />, messageId, 1)]),
    record.kind === 'answer'
      ? {
          label: 'Delete response',
          icon: <Trash2 size={14} aria-hidden />,
          onSelect: () => void deleteAnswer(record),
        }
      : { label: 'Branch from here', icon: <GitBranch size={14} aria-hidden />, onSelect: branch },
  ]
}

function moveItem(label: string, icon: ReactNode, id: string, by: number): MenuItem {
  return { label, icon, onSelect: () => moveMessage(chat, id, by) }
}

/** What the request of the response that is shown can be looked at as. */
function requestItems(record: AnswerMessage): MenuItem[] {
  const exchangeId = shownVersion(record)?.exchangeId
  if (exchangeId === undefined) return []
  return [
    {
      label: 'Copy as curl',
      icon: <Terminal size={14} aria-hidden />,
      onSelect: () => {
        loadCopyCurl().then(
          ({ copyCurl }) => copyCurl(exchangeId),
          () => void showNotLoaded('the code for it'),
        )
      },
    },
    {
      label: 'Raw stream',
      icon: <Activity size={14} aria-hidden />,
      onSelect: () => openInspector(exchangeId, 'stream'),
    },
  ]
}

/** What arrived until now is settled first, so that Undo brings it back. */
async function deleteAnswer({ id, versions }: AnswerMessage): Promise<void> {
  await stopAndSettle(
    chat.runs,
    versions.map((version) => version.id),
  )
  removeWithUndo(id, 'Response')
}

function editItems(record: MessageRecord): MenuItem[] {
  const icon = <Pencil size={14} aria-hidden />
  if (record.kind === 'written') return []
  // It would go to whichever model: what only its own understands stays behind.
  const message = answerMessage(record, { isPresentTurn: true })
  const version = shownVersion(record)
  const choice = version && selectedChoice(version)
  if (message === undefined || choice === undefined) return []
  const left = ownMembers(choice)
  return [
    { label: 'Edit text', icon, onSelect: () => openEditor(chat, record.id) },
    {
      label: 'Convert to editable message',
      icon,
      onSelect: () => {
        const { id, conversationId, position } = record
        replaceRecord(chat, { kind: 'written', id, conversationId, position, message })
        const without = left.length === 0 ? '' : ` without ${left.join(', ')}`
        showToast(`Converted to an editable message${without}`, {
          label: 'Undo',
          run: () => replaceRecord(chat, record),
        })
      },
    },
  ]
}
