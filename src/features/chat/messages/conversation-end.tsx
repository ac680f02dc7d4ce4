import Play from 'lucide-react/icons/play'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { AnswerPhase } from '../../../../contract/chat/answer-phase.ts'
import { editorErrors } from '../../../core/chat/conversation/edit/message-editors.ts'
import { syncConversation } from '../../../core/chat/conversation/sync/sync-conversation.ts'
import { syncMessages } from '../../../core/chat/conversation/sync/sync-messages.ts'
import {
  pendingToolCalls,
  pendingCallsSentence,
} from '../../../core/chat/request/pending-tool-calls.ts'
import { sendOrNotify } from '../../../core/chat/responses/send-messages.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SaveCase } from '../answer/save-case.tsx'
import '../sending.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { MessageMenu } from './message-menu.tsx'

/** What a conversation with messages has once: the way to send it as it is, its menu, its voice. */
export function ConversationEnd() {
  useEffect(() => syncMessages(chat), [])
  useEffect(() => syncConversation(chat), [])
  useHoldSend()
  return (
    <>
      <SendAsItIs />
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

/**
 * Holds Send back while tool calls wait for results, and while an editor holds what is no message.
 * The composer is on the first screen and must
 * stay small: it is told the outcome only.
 */
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

/** Sends the messages as they stand, where the last one was written and not answered yet. */
function SendAsItIs() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const messages = useStore(chat.conversation, (state) => state.messages)
  const last = messages.at(-1)
  if (last?.kind !== 'written') return null
  const { role } = last.message
  if (role === 'system' || role === 'developer') return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-3">
      <Button
        disabled={connection === undefined || pendingToolCalls(messages).length > 0}
        onClick={() => sendOrNotify(chat)}
      >
        <Play size={14} aria-hidden />
        Run
      </Button>
      {role === 'assistant' && 'The model continues from the last message.'}
    </p>
  )
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
