import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import {
  type ConversationState,
  isGone,
  systemPromptOf,
} from '../../core/chat/conversation/conversation-state.ts'
import { openConversation } from '../../core/chat/conversation/current-conversation.ts'
import { hasDraftsHint } from '../../core/storage/conversations/drafts-hint.ts'
import { chat } from '../../page/chat.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { cx } from '../../ui/cx.ts'
import { part } from '../../ui/feedback/part.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { linkPromptStore } from './answer/link-prompt-store.ts'
import { dropTarget } from './attachments/drop-files.ts'
import { chatViewStore } from './chat-view-store.ts'
import { Composer } from './composer/composer.tsx'
import { Messages, prepareToSend } from './prepare-to-send.tsx'
import { writeSystemPrompt } from './send-message.ts'
import { useSettingsOpen } from './settings/use-settings-open.ts'
import { startNewChat } from './start-new-chat.ts'
import { StartScreen } from './starters/start-screen.tsx'

const DeletedConversation = part(() => import('./messages/messages.tsx'), 'DeletedConversation')

const LinkPrompt = part(() => import('./answer/link-prompt.tsx'), 'LinkPrompt')

const PresetsDialog = part(() => import('./presets/presets-dialog.tsx'), 'PresetsDialog')

const RequestDialog = part(() => import('./settings/settings-panel.tsx'), 'RequestDialog')

const SettingsPanel = part(
  async () => {
    const { SettingsPanel: Panel } = await import('./settings/settings-panel.tsx')
    // Drawn in a task of its own: together with the chat it made the longest of all.
    await new Promise((resolve) => setTimeout(resolve))
    return { SettingsPanel: Panel }
  },
  'SettingsPanel',
  { fallback: <div className="hidden w-80 shrink-0 bg-surface-1 md:block" /> },
)

/** The chat area; without an id it shows a conversation that is not stored yet. */
export function ChatPage({ conversationId }: { conversationId?: string }) {
  useEffect(followDraft, [])
  useConversationOfAddress(conversationId)
  const status = useStore(chat.conversation, (state) => state.status)
  const isEmpty = useStore(
    chat.conversation,
    ({ messages, status }) =>
      status === 'ready' && messages.length === (systemPromptOf(messages) === undefined ? 0 : 1),
  )
  const settingsOpen = useSettingsOpen()
  const askedAboutLink = useStore(linkPromptStore, ({ url }) => url !== undefined)
  const presetsOpen = useStore(chatViewStore, (state) => state.presetsOpen)
  const editing = useStore(chatViewStore, (state) => state.editing)
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 grow flex-col" {...dropTarget}>
        {isGone(status) ? (
          <DeletedConversation />
        ) : (
          <>
            <div className="flex min-h-0 grow basis-0 flex-col">
              {status === 'loading' ? <Skeleton lines={4} className="p-6" /> : <MessageList />}
            </div>
            <Composer isEmpty={isEmpty} />
            {/* With the first message its room goes in one short step, so that the composer glides to its place. */}
            <div
              className={cx(
                'min-h-0 shrink basis-0 scroll-area gutter-even',
                isEmpty ? 'grow-[1.5]' : 'grow-0',
                status === 'ready' && 'transition-[flex-grow] duration-160',
              )}
            >
              {isEmpty && <StartScreen />}
            </div>
          </>
        )}
      </div>
      {settingsOpen && (
        // On a wide screen the room is kept, so that nothing moves when the panel arrives.
        <SettingsPanel />
      )}
      {editing && <RequestDialog path={editing} />}
      {askedAboutLink && <LinkPrompt />}
      {presetsOpen && (
        <PresetsDialog onClose={() => chatViewStore.setState({ presetsOpen: false })} />
      )}
    </div>
  )
}

/** Keeps the address and the conversation in step; a new one gets its id into it with its first message. */
function useConversationOfAddress(conversationId: string | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const { unsaved, conversation } = chat.conversation.getState()
    if (unsaved && conversation.id !== conversationId)
      import('./messages/messages.tsx').then(
        ({ warnOfUnsaved }) => warnOfUnsaved(conversation, navigate),
        () => undefined,
      )
    if (conversationId !== undefined) {
      void Messages.preload()
      void openConversation(chat, conversationId)
      return undefined
    }
    if (!isUntouched(chat.conversation.getState())) startNewChat()
    return chat.conversation.subscribe((state) => {
      if (!isUntouched(state)) navigate(`/chat/${state.conversation.id}`, { replace: true })
    })
  }, [conversationId, navigate])
}

function isUntouched({ messages, status }: ConversationState): boolean {
  return status === 'ready' && messages.length === 0
}

let isPersisted = false

/** Fetches what persists drafts, once. Without it the chat works and a reload forgets. */
function persistDrafts(): void {
  if (isPersisted) return
  isPersisted = true
  import('./persist-draft.ts')
    .then(({ persistDraft }) => persistDraft())
    .catch(() => {
      isPersisted = false
    })
}

/** Fetched at once where there may be something to restore, else with the first change. */
function followDraft(): () => void {
  if (hasDraftsHint()) persistDrafts()
  const stops = [chat.draft, chat.attachments, chat.conversation].map((store) =>
    store.subscribe(persistDrafts),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

function MessageList() {
  const scroller = useRef<HTMLDivElement>(null)
  const conversationId = useStore(chat.conversation, ({ conversation }) => conversation.id)
  const isEmpty = useStore(
    chat.conversation,
    (state) => state.messages.length === (systemPromptOf(state.messages) === undefined ? 0 : 1),
  )
  return (
    <div ref={scroller} className="min-h-0 grow scroll-area gutter-even overscroll-contain">
      <div
        role="log"
        aria-label="Conversation"
        aria-live="off"
        className="mx-auto flex min-h-full max-w-[52rem] flex-col gap-6 px-4 py-6"
      >
        <SystemPromptField key={conversationId} />
        {isEmpty ? <EmptyConversation /> : <Messages key={conversationId} scroller={scroller} />}
      </div>
    </div>
  )
}

function EmptyConversation() {
  return (
    // Where there is little height, as with large zoom, half of it would be cut off.
    <p className="mt-auto text-center text-lg font-semibold text-balance sm:text-xl [@media(max-height:28rem)]:hidden">
      What do you want to see on the wire?
    </p>
  )
}

function SystemPromptField() {
  const stored = useStore(chat.conversation, ({ messages }) => systemPromptOf(messages))
  // What is typed before the code that writes it has arrived.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? stored ?? ''
  const write = (next: string) => {
    setTyped(next)
    writeSystemPrompt(next).then(
      () => setTyped((latest) => (latest === next ? undefined : latest)),
      () => undefined,
    )
  }
  return (
    <div
      {...(text === '' ? {} : { role: 'article', 'aria-label': 'System message' })}
      className="sticky top-0 z-[1] -mx-4 -mt-6 -mb-3 bg-surface-0 px-4 pt-3 pb-2"
    >
      <div className="flex items-start gap-3 rounded-md bg-surface-1 pl-3 outline-accent focus-within:outline-2">
        <span aria-hidden className="shrink-0 py-2 text-xs text-text-3 pointer-coarse:py-3.5">
          System
        </span>
        <TextArea
          aria-label="System prompt"
          placeholder="Instructions for the model"
          value={text}
          onFocus={prepareToSend}
          onChange={({ target }) => write(target.value)}
          className="max-h-16 border-transparent! bg-transparent! pl-0! outline-none! focus:max-h-[40vh]"
        />
      </div>
    </div>
  )
}
