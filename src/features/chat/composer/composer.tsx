import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { useRef, useState, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { ValidationIssue } from '../../../../contract/validation.ts'
import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { submitDraft, prependToDraft } from '../../../core/chat/drafts/outbox.ts'
import { runningVersions, stopRuns } from '../../../core/chat/responses/runs.ts'
import type { SecretIssue } from '../../../core/client/connection/extra-headers.ts'
import { OFFLINE_WORDS } from '../../../core/client/connection/network.ts'
import { SHARED_CONTENT_PARAMETER } from '../../../core/share/shared-fragment.ts'
import type { Conversation } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'
import { part, showNotLoaded } from '../../../ui/feedback/part.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useSearchOnce } from '../../../ui/hooks/location.tsx'
import { attachViewStore, chatViewStore } from '../chat-view-store.ts'
import { ModelPicker } from '../model/model-picker.tsx'
import { prepareToSend } from '../prepare-to-send.tsx'
import { sendMessage } from '../send-message.ts'
import { showSettings } from '../settings/use-settings-open.ts'
import { useSettingsValidation } from '../use-settings-validation.ts'
import { AttachButton, MoreButton, SettingsButton } from './composer-buttons.tsx'
import { QuickSettings } from './quick-settings.tsx'
import { useOwnFocus, usePaste } from './use-focus-and-paste.ts'

const SecretNotice = part(() => import('../messages/messages.tsx'), 'SecretNotice')
const SettingChips = part(() => import('../messages/messages.tsx'), 'SettingChips', { quiet: true })
const QueuedNote = part(() => import('../messages/messages.tsx'), 'QueuedNote', { quiet: true })
const MaxCost = part(() => import('../messages/messages.tsx'), 'MaxCost', { quiet: true })
const PasteOffer = part(() => import('./paste-offer.tsx'), 'PasteOffer')
const VariableFields = part(() => import('../messages/messages.tsx'), 'VariableFields')
const ToolLoop = part(() => import('../tool-loop/tool-loop.tsx'), 'ToolLoop', { quiet: true })
const AttachmentsPanel = part(() => import('../attachments/attachments.ts'), 'AttachmentsPanel')

interface ComposerProps {
  isEmpty: boolean
}

/** Where the next message is written, with the model and the settings it will be sent with. */
export function Composer({ isEmpty }: ComposerProps) {
  const isBlank = useStore(chat.draft, ({ text }) => text.trim() === '')
  const isQueued = useStore(chat.draft, ({ queued }) => queued)
  const [refused, setRefused] = useState<readonly ValidationIssue[]>([])
  const [intent, setIntent] = useState(false)
  const connection = useStore(client.connections.store, (state) => state.connection)
  useSearchOnce(PREFILLED, prefill)
  const unsaved = useStore(chat.conversation, (state) => state.unsaved)
  const messages = useStore(chat.conversation, (state) => state.messages)
  // What is still being read is no conversation to send yet.
  const isLoading = useStore(chat.conversation, (state) => state.status === 'loading')
  const hasSettings = useHasChips()
  const hasTools = useStore(chat.conversation, ({ conversation }) => offersTools(conversation))
  const running = runningVersions(messages, useStore(chat.runs))
  const offline = useStore(client.network.store, (state) => state.offline)
  const heldBy = useStore(chatViewStore, (state) => state.sendHeldBy)
  const toolsRunning = useStore(chatViewStore, (state) => state.toolsRunning)
  const { onPaste, offer } = usePaste()
  const { issues } = useSettingsValidation()
  const held = refused.find((issue): issue is SecretIssue => issue.code === 'contains_secret')
  const faults = [...issues, ...refused].filter((issue) => issue !== held)
  const { list, progress } = useStore(chat.attachments)
  const { open } = useStore(attachViewStore)
  const isRunning = running.length > 0
  const [wasRunning, setWasRunning] = useState(isRunning)
  if (wasRunning !== isRunning) {
    setWasRunning(isRunning)
    // What was refused because of it can be sent now.
    if (!isRunning) setRefused([])
  }
  const attached = list.length > 0
  const last = messages.at(-1)
  // What was opened, or written under a role, is sent as it stands; not what ends with instructions: system, developer.
  const runs = last?.kind === 'written' && !/^[sd]/.test(last.message.role)
  const empty = (isBlank && !attached && !runs) || progress !== undefined
  const isFine = connection !== undefined && !isLoading && !empty && issues.length === 0 && !offline
  const canSend = isFine && heldBy === undefined

  const send = async ({ meant = false } = {}) => {
    if (isFine && (isRunning || toolsRunning))
      return import('../messages/messages.tsx').then(
        ({ queueMessage }) => queueMessage(connection),
        () => undefined,
      )
    if (!canSend) return undefined
    await submitDraft(
      chat,
      list.map(({ id }) => id),
      async (text) => {
        const issues = await sendMessage(connection, text, { attached, meant }).catch((error) => {
          prependToDraft(chat, text)
          throw error
        })
        setRefused(issues)
        // Whatever was typed meanwhile stays too.
        if (issues.length > 0) prependToDraft(chat, text)
        await chat.writer.settled()
      },
    )
  }
  const prepare = () => {
    setIntent(true)
    prepareToSend()
  }
  // Not `pointerenter`: after the first message it glides below a pointer that rests where an example was.
  // Nor the focus of the message, which it has from the start.
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) prepare()
  }
  const onIntent = intent
    ? {}
    : { onFocus, onInput: prepare, onPointerDown: prepare, onPointerMove: prepare }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'ArrowUp' && event.currentTarget.value === '' && messages.length > 0) {
      event.preventDefault()
      import('../messages/messages.tsx').then(
        ({ editLastMessage }) => editLastMessage(chat),
        () => undefined,
      )
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      aria-label="New message"
      {...onIntent}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="shrink-0 scroll-edge gutter-even px-2 pt-1 pb-3 [anchor-name:--composer] sm:px-4"
    >
      <div className="mx-auto flex max-w-[50rem] flex-col gap-2">
        {hasTools && <ToolLoop />}
        <div className="@container rounded-lg border bg-surface-1 has-[textarea:focus]:border-accent">
          {offer !== undefined && <PasteOffer {...offer} />}
          {(attached || open !== undefined) && (
            <div className="px-3 [&>:is(ul,p):not(:empty)]:mt-3">
              <AttachmentsPanel />
            </div>
          )}
          <MessageField
            aria-label="Message"
            aria-describedby={faults.length > 0 ? 'composer-faults' : undefined}
            placeholder={
              isEmpty
                ? 'Ask anything, or paste curl, JSON or HAR'
                : runs
                  ? 'Send, or add a message'
                  : 'Ask anything'
            }
            onChange={(event) => {
              chat.draft.setState({ text: event.target.value })
              if (refused.length > 0) setRefused([])
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className={cx(
              'block max-h-[40dvh] min-h-12! border-transparent! bg-transparent! px-3 pt-3! text-base! outline-none!',
              isEmpty && '@lg:min-h-20!',
            )}
          />
          {(intent || messages.length > 0) && <VariableFields onFilled={() => setRefused([])} />}
          {hasSettings && <SettingChips />}
          <div className="flex flex-wrap items-center gap-1 px-2 pb-2">
            <AttachButton />
            <ModelPicker wanted={intent} />
            <QuickSettings />
            {/* On a narrow screen the cost has a row of its own, once it is known. */}
            <span className="order-first w-full @lg:order-none @lg:ml-auto @lg:w-auto">
              {(intent || hasTools) && <MaxCost />}
            </span>
            <SettingsButton />
            <MoreButton />
            {/* One button, so that the focus stays on it. */}
            <IconButton
              label={isRunning ? 'Stop' : 'Send'}
              type={isRunning ? 'button' : 'submit'}
              variant="primary"
              disabled={!isRunning && !canSend}
              onClick={(event) => {
                // The second press of a double click on Send does not mean Stop.
                if (isRunning && event.detail < 2) stopRuns(chat.runs.getState(), running)
              }}
            >
              {isRunning ? (
                <Square size={14} fill="currentColor" aria-hidden />
              ) : (
                <ArrowUp size={18} aria-hidden />
              )}
            </IconButton>
          </div>
        </div>
        {faults.length > 0 && (
          <div id="composer-faults" role="alert" className="text-sm text-bad">
            <ul>
              {faults.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {held !== undefined && (
          <SecretNotice
            found={held.message}
            onTakeOut={() => {
              chat.draft.setState({ text: held.without })
              setRefused([])
            }}
            onSend={() => void send({ meant: true })}
          />
        )}
        {isQueued && <QueuedNote />}
        {(offline || heldBy !== undefined) && (
          <p role="status" className="text-sm text-text-2">
            {offline ? OFFLINE_WORDS : heldBy}
          </p>
        )}
        {unsaved && (
          <p role="status" className="text-sm text-warn">
            Couldn't save the conversation: a reload will lose it.
          </p>
        )}
      </div>
    </form>
  )
}

/** The field of the message: of what is around it, a key draws nothing. */
function MessageField(props: Omit<ComponentProps<typeof TextArea>, 'value'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  useOwnFocus(field)
  return <TextArea {...props} ref={field} value={useStore(chat.draft, (state) => state.text)} />
}

function offersTools({ settings, tools }: Conversation): boolean {
  return settings['tools'] !== undefined || (tools?.sources?.length ?? 0) > 0
}

function useHasChips(): boolean {
  const { settings } = useStore(chat.conversation, ({ conversation }) => conversation)
  return Object.keys(settings).some((name) => name !== 'stream')
}

/** The service's page that allows an origin sends a person back with it. */
const ADD_TOOL_SERVER = 'tool-server'
const PREFILLED = ['model', 'prompt', SHARED_CONTENT_PARAMETER, ADD_TOOL_SERVER]

/** `/chat?model=…&prompt=…` fills the form once, with a way back; what was shared is added. Never sends. */
function prefill(search: URLSearchParams): void {
  const shared = search.get(SHARED_CONTENT_PARAMETER)
  if (shared)
    import('./receive-shared.ts').then(
      ({ receiveShared }) => receiveShared(shared),
      () => void showNotLoaded(),
    )
  if (search.has(ADD_TOOL_SERVER)) {
    showSettings(true)
    chatViewStore.setState({ addsToolServer: true, settingsView: 'form' })
  }
  const model = search.get('model')
  const prompt = search.get('prompt')
  if (model) setModel(chat, model)
  if (!prompt) return
  const { text } = chat.draft.getState()
  chat.draft.setState({ text: prompt })
  if (text.trim() !== '' && text !== prompt)
    showToast('The link replaced what you were writing.', {
      label: 'Undo',
      run: () => chat.draft.setState({ text: text }),
    })
}
