import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from '@assistant-ui/react'
import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import remarkGfm from 'remark-gfm'

import type { Stream } from '../streaming/variants.tsx'

/** A stream as the answer in a thread of assistant-ui, from a store of its own as its guide has it. */
export function showThread(stream: Stream, into: HTMLElement): void {
  createRoot(into).render(<Thread stream={stream} />)
}

interface Turn {
  role: 'user' | 'assistant'
  text: string
}

const QUESTION: Turn = { role: 'user', text: 'Explain it.' }

function Thread({ stream }: { stream: Stream }) {
  const text = useSyncExternalStore(stream.subscribe, stream.text)
  const isRunning = !useSyncExternalStore(stream.subscribe, stream.finished)
  const runtime = useExternalStoreRuntime<Turn>({
    isRunning,
    messages: [QUESTION, { role: 'assistant', text }],
    convertMessage: (turn) => ({ role: turn.role, content: [{ type: 'text', text: turn.text }] }),
    onNew: () => Promise.resolve(),
  })
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        {/* The page follows the end, for every renderer in the same way. */}
        <ThreadPrimitive.Viewport autoScroll={false}>
          <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
        </ThreadPrimitive.Viewport>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

function UserMessage() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts />
    </MessagePrimitive.Root>
  )
}

function AssistantMessage() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts components={{ Text: MarkdownText }} />
    </MessagePrimitive.Root>
  )
}

function MarkdownText() {
  // Text is shown as it comes, as by the others; by default it is typed out slowly.
  return <MarkdownTextPrimitive remarkPlugins={[remarkGfm]} smooth={false} />
}
