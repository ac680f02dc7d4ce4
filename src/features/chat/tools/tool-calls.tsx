import { useStore, type StoreApi } from 'zustand'

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { Answer, ToolCallDraft } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import { readArguments } from '../../../core/chat/tools/call-arguments.ts'
import {
  addResults,
  cancelCalls,
  isAtEnd,
  pendingCallsOf,
  resultMessages,
} from '../../../core/chat/tools/tool-results.ts'
import {
  shownVersion,
  type AnswerMessage,
} from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { LongText } from '../../../ui/content/long-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { loadToolLoop } from '../lazy.ts'
import { argumentsText } from './arguments-text.ts'
import { CallResult } from './call-result.tsx'

const CallStep = lazyComponent(() => loadToolLoop().then((module) => module.CallStep))

interface ToolCallsProps {
  /** Without one nothing goes on from the calls. */
  record?: AnswerMessage
  store: StoreApi<Answer>
  /** Which of the `n` choices; only the kept one goes on. */
  choice: number
  calls: readonly ToolCallDraft[]
}

/** The calls a model asks for, as they come in, and then the way to answer them. */
export function ToolCalls({ record, store, choice, calls }: ToolCallsProps) {
  const settled = useStore(store, ({ phase }) => isSettled(phase))
  // Whether a call is open depends on what follows in the conversation.
  const messages = useStore(chat.conversation, (state) => state.messages)
  const version = record && shownVersion(record)
  const isKept = choice === (version?.kept ?? 0)
  const isThere = record !== undefined && messages.some(({ id }) => id === record.id)
  const goesOn = settled && isKept && isThere
  const open = goesOn ? pendingCallsOf(chat, record.id) : []
  // What is being made has nothing to be entered.
  const toolsRunning = useStore(chatViewStore, (state) => state.toolsRunning)
  const isManual = goesOn && open.length > 0 && !(toolsRunning && isAtEnd(chat, record.id))
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Tool calls" className="flex flex-col gap-3">
        {calls.map((call, index) => {
          if (isSearchDocuments(call)) return null
          const isOpen = open.some((other) => other.index === index)
          const step = goesOn ? version?.toolSteps?.[index] : undefined
          return (
            // Calls are told apart by their place: ids may be missing or be there twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex flex-col gap-1.5">
              <CallView
                call={call}
                settled={settled}
                isAnswered={goesOn && !isOpen && step === undefined}
              />
              {goesOn && step !== undefined && (
                <ChunkBoundary quiet>
                  <CallStep record={record} index={index} step={step} isPending={isOpen} />
                </ChunkBoundary>
              )}
              {isManual && isOpen && (
                <CallResult
                  recordId={record.id}
                  index={index}
                  call={call}
                  text={version?.toolResults?.[index] ?? ''}
                />
              )}
            </li>
          )
        })}
      </ul>
      {isManual && (
        <AddResults
          record={record}
          results={resultMessages(open, version?.toolResults)}
          count={open.length}
        />
      )}
    </div>
  )
}

interface CallViewProps {
  call: ToolCallDraft
  settled: boolean
  isAnswered: boolean
}

function CallView({ call, settled, isAnswered }: CallViewProps) {
  const reading = settled ? readArguments(call.arguments) : undefined
  return (
    <>
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <span>
          Tool call <code className="font-mono">{call.name || '…'}</code>
        </span>
        <span className="font-mono text-xs text-text-3">{call.id}</span>
        {isAnswered && <Badge tone="good">has result</Badge>}
        {reading?.ok === false && (
          <Badge tone="bad">
            {reading.fault === 'syntax' ? 'invalid JSON arguments' : 'arguments nested too deeply'}
          </Badge>
        )}
      </span>
      <LongText
        label={`Arguments of ${call.name}`}
        read={(limit) =>
          (settled ? argumentsText(call.arguments, limit) : call.arguments.slice(0, limit)) ||
          'no arguments'
        }
        whole={() => call.arguments}
        wrap
        className="max-h-80 overflow-y-auto"
      />
      {reading?.ok === false && <p className="text-xs text-bad">{reading.problem}</p>}
    </>
  )
}

interface AddResultsProps {
  record: AnswerMessage
  results: ReturnType<typeof resultMessages>
  /** How many calls are open. */
  count: number
}

function AddResults({ record, results, count }: AddResultsProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const atEnd = isAtEnd(chat, record.id)
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-text-3">
      <Button
        variant="primary"
        disabled={results === undefined || (atEnd && connection === undefined)}
        onClick={() => {
          if (results !== undefined) addResults(chat, record, results)
        }}
      >
        {atEnd ? 'Send results' : 'Add results'}
      </Button>
      <Button
        variant="ghost"
        title="Adds “canceled” as the result, which is sent with your next message"
        onClick={() => cancelCalls(chat, record)}
      >
        {count === 1 ? 'Cancel call' : `Cancel ${count} calls`}
      </Button>
      {results === undefined && (
        <p>{count === 1 ? 'Enter the result first.' : 'Enter a result for each call first.'}</p>
      )}
    </div>
  )
}
