import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Square from 'lucide-react/icons/square'
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'wouter'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import { networkStore, OFFLINE_WORDS } from '../../../api/network.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useMedia, WIDE_SCREEN } from '../../../ui/use-media.ts'
import { chatViewStore } from '../chat-view-store.ts'
import {
  conversationStore,
  hasSystemMessage,
  setModel,
} from '../conversation/conversation-store.ts'
import { runningVersions, runStore, stopRuns } from '../conversation/runs.ts'
import { useSettingsReading } from '../conversation/use-settings-reading.ts'
import { ModelPicker } from '../model/model-picker.tsx'
import {
  addMessage,
  loadMessageItem,
  prepareToAttach,
  prepareToSend,
  sendMessage,
} from '../on-demand.ts'
import { draftPartsStore } from '../parts/draft-parts-store.ts'
import { loadAttachments } from '../parts/load-attachments.ts'
import { pasteFiles } from '../parts/take-files.ts'
import { SetupButtons } from '../setup-buttons.tsx'
import { draftTextStore, setDraftText } from './draft-text-store.ts'

const AddAsMenu = lazy(() => loadMessageItem().then((module) => ({ default: module.AddAsMenu })))
const ComposerMenu = lazy(() =>
  loadMessageItem().then((module) => ({ default: module.ComposerMenu })),
)
const VariablesPanel = lazy(() =>
  loadMessageItem().then((module) => ({ default: module.VariablesPanel })),
)
const PartsPanel = lazy(() => loadAttachments().then(({ PartsPanel }) => ({ default: PartsPanel })))

/** Where the next message is written, with the model and the settings it will be sent with. */
export function Composer() {
  const text = useStore(draftTextStore, (state) => state.text)
  const [refused, setRefused] = useState<readonly ValidationIssue[]>([])
  const [intent, setIntent] = useState(false)
  usePrefill()
  const connection = useStore(connectionStore, (state) => state.connection)
  const settings = useStore(conversationStore, ({ conversation }) => conversation.settings)
  const unsaved = useStore(conversationStore, (state) => state.unsaved)
  const messages = useStore(conversationStore, (state) => state.messages)
  const running = runningVersions(messages, useStore(runStore))
  const offline = useStore(networkStore, (state) => state.offline)
  const heldBy = useStore(chatViewStore, (state) => state.sendHeldBy)
  const { issues } = useSettingsReading()
  const faults = [...issues, ...refused]
  const { parts, open, sending } = useStore(draftPartsStore)
  const wide = useMedia(WIDE_SCREEN)
  const attached = parts.length > 0
  const empty = (text.trim() === '' && !attached) || sending !== undefined
  const canSend =
    connection !== undefined && !empty && issues.length === 0 && heldBy === undefined && !offline

  const send = async () => {
    if (!canSend || running.length > 0) return
    setDraftText('')
    const issues = await sendMessage(connection, text, attached)
    setRefused(issues)
    // Whatever was typed meanwhile stays too.
    if (issues.length > 0) setDraftText((typed) => (typed === '' ? text : `${text}\n${typed}`))
  }
  const prepare = () => {
    setIntent(true)
    prepareToSend()
  }
  const onIntent = intent ? {} : { onFocus: prepare, onPointerEnter: prepare }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that picks a word in an input method is not Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
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
      className="shrink-0 border-t bg-surface-1 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex max-w-[52rem] flex-col gap-2 px-4">
        <div className="flex items-start gap-1 sm:flex-wrap sm:items-center sm:gap-2">
          <ModelPicker wanted={intent} />
          {wide && <SystemMessageButton />}
          <SettingsButton changed={Object.keys(settings).length} />
          {wide ? (
            <>
              <SetupButtons />
              {intent && (
                <Suspense fallback={null}>
                  <AddAsMenu content={text} onAdded={() => setDraftText('')} />
                </Suspense>
              )}
            </>
          ) : (
            <MoreButton />
          )}
        </div>
        {(intent || messages.length > 0) && (
          <Suspense fallback={null}>
            <VariablesPanel text={text} onFilled={() => setRefused([])} />
          </Suspense>
        )}
        {(attached || open !== undefined) && (
          <Suspense fallback={null}>
            <PartsPanel />
          </Suspense>
        )}
        <div className="flex items-end gap-2">
          <IconButton
            label="Attach"
            aria-haspopup="menu"
            onFocus={prepareToAttach}
            onPointerEnter={prepareToAttach}
            onClick={({ currentTarget }) =>
              draftPartsStore.setState({ open: { menuOf: currentTarget } })
            }
          >
            <Plus size={16} aria-hidden />
          </IconButton>
          <TextArea
            aria-label="Message"
            aria-describedby={faults.length > 0 ? 'composer-faults' : undefined}
            placeholder="Message"
            value={text}
            rows={2}
            onChange={(event) => {
              setDraftText(event.target.value)
              setRefused([])
            }}
            onKeyDown={onKeyDown}
            onPaste={pasteFiles}
            className="max-h-[40vh] min-h-16!"
          />
          {running.length > 0 ? (
            <Button onClick={() => stopRuns(running)}>
              <Square size={14} aria-hidden />
              Stop
            </Button>
          ) : (
            <Button type="submit" variant="primary" disabled={!canSend}>
              <ArrowUp size={14} aria-hidden />
              Send
            </Button>
          )}
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
        {(offline || heldBy !== undefined) && (
          <p role="status" className="text-sm text-text-2">
            {offline ? OFFLINE_WORDS : heldBy}
          </p>
        )}
        {unsaved && (
          <p role="status" className="text-sm text-warn">
            This browser does not store the conversation: it will be gone after a reload.
          </p>
        )}
      </div>
    </form>
  )
}

/** Adds instructions for the model at the start, where there are none yet. */
function SystemMessageButton() {
  if (useStore(conversationStore, hasSystemMessage)) return null
  return (
    <Button variant="ghost" onClick={() => void addMessage({ role: 'system', content: '' }, 0)}>
      <Plus size={14} aria-hidden />
      System message
    </Button>
  )
}

function SettingsButton({ changed }: { changed: number }) {
  const chosen = useStore(chatViewStore, (state) => state.settingsOpen)
  const wide = useMedia(WIDE_SCREEN)
  if (chosen ?? wide) return null
  return (
    <Button variant="ghost" onClick={() => chatViewStore.setState({ settingsOpen: true })}>
      <SlidersHorizontal size={16} aria-hidden />
      <span className="sr-only sm:not-sr-only">Settings</span>
      {changed > 0 && (
        <span className="text-xs text-text-3">
          {changed}
          <span className="sr-only sm:not-sr-only"> set</span>
        </span>
      )}
    </Button>
  )
}

/** What a narrow screen has no room for as buttons. */
function MoreButton() {
  const [button, setButton] = useState<HTMLElement>()
  return (
    <>
      <IconButton
        label="More for this chat"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={16} aria-hidden />
      </IconButton>
      {button !== undefined && (
        <Suspense fallback={null}>
          <ComposerMenu button={button} onClose={() => setButton(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** `/chat?model=…&prompt=…` fills the form once, and never sends. */
function usePrefill(): void {
  const [search, setSearch] = useSearchParams()
  const model = search.get('model')
  const prompt = search.get('prompt')
  useEffect(() => {
    if (model === null && prompt === null) return
    if (model) setModel(model)
    if (prompt) setDraftText(prompt)
    setSearch(
      (current) => {
        current.delete('model')
        current.delete('prompt')
        return current
      },
      { replace: true },
    )
  }, [model, prompt, setSearch])
}
