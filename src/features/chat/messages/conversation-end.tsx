import '../sending.ts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GitBranch from 'lucide-react/icons/git-branch'
import ListChecks from 'lucide-react/icons/list-checks'
import ListPlus from 'lucide-react/icons/list-plus'
import Pencil from 'lucide-react/icons/pencil'
import Terminal from 'lucide-react/icons/terminal'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { AnswerPhase } from '../../../../contract/chat/answer.ts'
import { moveMessage, replaceRecord } from '../../../core/chat/conversation/authored-messages.ts'
import { systemPromptOf } from '../../../core/chat/conversation/conversation-state.ts'
import { editorErrors, openEditor } from '../../../core/chat/editors/message-editors.ts'
import {
  pendingCallsSentence,
  pendingToolCalls,
} from '../../../core/chat/request/pending-tool-calls.ts'
import { answerMessage, ownMembers } from '../../../core/chat/request/request-body.ts'
import { runningVersions, stopAndSettle } from '../../../core/chat/responses/runs.ts'
import { syncConversation, syncMessages } from '../../../core/chat/sync/sync-conversation.ts'
import {
  type AnswerMessage,
  type MessageRecord,
  selectedChoice,
  shownVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { part, showNotLoaded } from '../../../ui/feedback/part.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { type MenuItem, OpenedMenu } from '../../../ui/overlays/menu.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { placeMessage, removeWithUndo } from './message-frame.tsx'
import { messageMenuStore, useBranch } from './message-toolbar.tsx'

/** What a conversation with messages has once: its menu, its voice. */
export function ConversationEnd() {
  useEffect(() => syncMessages(chat), [])
  useEffect(() => syncConversation(chat), [])
  useHoldSend()
  return (
    <>
      <MessageMenu />
      <SaveCase />
      <AnswerAnnouncer />
    </>
  )
}

/** What stands in an editor and cannot be sent as it is, in words. */
function useEditorFault(): string | undefined {
  useStore(chat.conversation, ({ messages }) => messages)
  return useStore(chat.editors, () => editorErrors(chat)[0]?.message)
}

/** Holds Send back for calls without results and broken editors. The small composer is told the outcome. */
function useHoldSend(): void {
  const waiting = useStore(chat.conversation, ({ messages }) =>
    pendingCallsSentence(pendingToolCalls(messages)),
  )
  const toolsRunning = useStore(chatViewStore, (state) => state.toolsRunning)
  const held = toolsRunning ? 'Tools are running. Stop them to send a message.' : waiting
  const heldBy = useEditorFault() ?? held
  useLayoutEffect(() => {
    chatViewStore.setState({ sendHeldBy: heldBy })
    return () => chatViewStore.setState({ sendHeldBy: undefined })
  }, [heldBy])
}

const WORDS: Partial<Record<AnswerPhase, string>> = {
  finished: 'Response complete.',
  stopped: 'Response stopped.',
  cut: 'Response cut off.',
  failed: 'Request failed.',
}

/** Tells screen readers how an answer ended; of the stream between they hear nothing. */
function AnswerAnnouncer() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const heard = new Set<string>()
    const listen = ({ live }: ReturnType<typeof chat.runs.getState>) => {
      for (const [id, run] of Object.entries(live)) {
        if (heard.has(id)) continue
        heard.add(id)
        setWords('')
        void run.done.then(({ phase }) => setWords(WORDS[phase] ?? ''))
      }
    }
    listen(chat.runs.getState())
    return chat.runs.subscribe(listen)
  }, [])
  return (
    <p role="status" aria-label="Response status" className="sr-only">
      {words}
    </p>
  )
}

function MessageMenu() {
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
    ...(isRunning
      ? []
      : [
          {
            label: 'Branch from here',
            icon: <GitBranch size={14} aria-hidden />,
            onSelect: branch,
          },
        ]),
    ...(record.kind === 'answer'
      ? [
          {
            label: 'Delete response',
            icon: <Trash2 size={14} aria-hidden />,
            onSelect: () => void deleteAnswer(record),
          },
        ]
      : []),
  ]
}

function moveItem(label: string, icon: ReactNode, id: string, by: number): MenuItem {
  return { label, icon, onSelect: () => moveMessage(chat, id, by) }
}

function requestItems(record: AnswerMessage): MenuItem[] {
  const exchangeId = shownVersion(record)?.exchangeId
  if (exchangeId === undefined) return []
  return [
    {
      label: 'Copy as curl',
      icon: <Terminal size={14} aria-hidden />,
      onSelect: () => {
        import('./copy-curl.ts').then(
          ({ copyCurl }) => copyCurl(exchangeId),
          () => void showNotLoaded('the code for it'),
        )
      },
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
    {
      label: 'Save as case',
      icon: <ListChecks size={14} aria-hidden />,
      onSelect: () => openSaveCase(record.id, choice.content),
    },
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

const SaveCaseDialog = part(() => import('../save-case-dialog.tsx'), 'SaveCaseDialog')

/** The response that is to be saved as a case, and its text. */
const saveCaseStore = createStore<{ response: { id: string; text: string } | undefined }>(() => ({
  response: undefined,
}))

/** Asks which board a response is to be a case of: one dialog serves all messages, see {@link SaveCase}. */
function openSaveCase(id: string, text: string): void {
  saveCaseStore.setState({ response: { id, text } })
}

/** The dialog of whichever response it was opened for. */
function SaveCase() {
  const response = useStore(saveCaseStore, (state) => state.response)
  if (response === undefined) return null
  return (
    <SaveCaseDialog
      responseId={response.id}
      text={response.text}
      onClose={() => saveCaseStore.setState({ response: undefined })}
    />
  )
}
