import { useEffect } from 'react'
import { useStore } from 'zustand'

import type { ConversationState } from '../../core/chat/conversation/conversation-state.ts'
import { openConversation } from '../../core/chat/conversation/current-conversation.ts'
import { systemPromptOf } from '../../core/chat/conversation/system-prompt.ts'
import { chat } from '../../page/chat.ts'
import { cx } from '../../ui/cx.ts'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { linkPromptStore } from './answer/link-prompt-store.ts'
import { dropTarget } from './attachments/attach/drop-files.ts'
import { chatViewStore } from './chat-view-store.ts'
import { Composer } from './composer/composer.tsx'
import { startNewChat } from './conversation/start-new-chat.ts'
import { followDraft } from './drafts/follow-draft.ts'
import {
  loadLinkPrompt,
  loadMessageItem,
  loadPresets,
  loadSettingsPanel,
  messages,
} from './lazy.ts'
import { MessageList } from './messages/message-list.tsx'
import { useSettingsOpen } from './settings/use-settings-open.ts'
import { StartScreen } from './starters/start-screen.tsx'

const DeletedConversation = lazyComponent(() =>
  loadMessageItem().then((module) => module.DeletedConversation),
)

const LinkPrompt = lazyComponent(() => loadLinkPrompt().then((module) => module.LinkPrompt))

const PresetsDialog = lazyComponent(() => loadPresets().then((module) => module.PresetsDialog))

const SettingsPanel = lazyComponent(async () => {
  const { SettingsPanel: Panel } = await loadSettingsPanel()
  // Drawn in a task of its own: together with the chat it made the longest of all.
  await new Promise((resolve) => setTimeout(resolve))
  return Panel
})

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
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 grow flex-col" {...dropTarget}>
        {status === 'missing' || status === 'deleted' ? (
          <ChunkBoundary>
            <DeletedConversation />
          </ChunkBoundary>
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
        <ChunkBoundary fallback={<div className="hidden w-80 shrink-0 bg-surface-1 md:block" />}>
          <SettingsPanel />
        </ChunkBoundary>
      )}
      {askedAboutLink && (
        <ChunkBoundary>
          <LinkPrompt />
        </ChunkBoundary>
      )}
      {presetsOpen && (
        <ChunkBoundary>
          <PresetsDialog onClose={() => chatViewStore.setState({ presetsOpen: false })} />
        </ChunkBoundary>
      )}
    </div>
  )
}

/**
 * Keeps the address and the conversation in step: an id opens that conversation, no id begins a new
 * one, and a new one gets its id into the address once it holds something.
 */
function useConversationOfAddress(conversationId: string | undefined): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const { unsaved, conversation } = chat.conversation.getState()
    if (unsaved && conversation.id !== conversationId)
      loadMessageItem().then(
        ({ warnOfUnsaved }) => warnOfUnsaved(conversation, navigate),
        () => undefined,
      )
    if (conversationId !== undefined) {
      void messages.preload()
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
