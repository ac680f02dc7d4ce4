import Play from 'lucide-react/icons/play'
import { type ReactNode, useId, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'

import { type Answer, isSettled, type ToolCallDraft } from '../../../../contract/chat/answer.ts'
import { isSearchDocuments } from '../../../../contract/chat/documents-call.ts'
import {
  addResults,
  cancelCalls,
  isAtEnd,
  pendingCallsOf,
  readArguments,
  resultMessages,
  saveResult,
  suggestedResult,
} from '../../../core/chat/tools/tool-results.ts'
import {
  type AnswerMessage,
  shownVersion,
} from '../../../core/storage/conversations/conversation.ts'
import { SNIPPET_SECONDS } from '../../../core/storage/settings/tool-answers.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { toolSnippets } from '../../../page/tools/tool-answers.ts'
import { runSnippetInWorker } from '../../../page/workers/snippet-client.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { argumentsText } from './arguments-text.ts'

const CallStep = part(() => import('../tool-loop/tool-loop.tsx'), 'CallStep', { quiet: true })

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
  const conversation = useStore(chat.conversation, (state) => state.conversation)
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
            <li key={index} className="flex flex-col gap-1.5">
              <CallView
                call={call}
                settled={settled}
                isAnswered={goesOn && !isOpen && step === undefined}
              />
              {goesOn && step !== undefined && (
                <CallStep record={record} index={index} step={step} isPending={isOpen} />
              )}
              {isManual && isOpen && (
                <CallResult
                  recordId={record.id}
                  index={index}
                  call={call}
                  text={version?.toolResults?.[index] ?? suggestedResult(conversation, call.name)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {isManual && (
        <AddResults
          record={record}
          results={resultMessages(open, version?.toolResults, (name) =>
            suggestedResult(conversation, name),
          )}
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

const FurtherCalls = part(() => import('../tool-loop/tool-loop.tsx'), 'FurtherCalls', {
  quiet: true,
})

interface CallResultProps {
  recordId: string
  index: number
  call: ToolCallDraft
  text: string
}

function CallResult({ recordId, index, call, text }: CallResultProps) {
  const fieldId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={fieldId} className="text-xs text-text-2">
        Result of <code className="font-mono">{call.name}</code>
      </label>
      <TextArea
        id={fieldId}
        value={text}
        rows={2}
        placeholder={`What ${call.name || 'the tool'} returns`}
        onChange={(event) => saveResult(chat, recordId, index, event.target.value)}
        className="max-h-80 font-mono text-xs"
      />
      <Snippet call={call} onResult={(result) => saveResult(chat, recordId, index, result)}>
        <FurtherCalls tool={call.name} text={text} />
      </Snippet>
    </div>
  )
}

interface SnippetProps {
  call: ToolCallDraft
  onResult: (text: string) => void
  children: ReactNode
}

function Snippet({ call, onResult, children }: SnippetProps) {
  const kept = useStore(toolSnippets.store, (snippets) => snippets.get(call.name))
  const [open, setOpen] = useState(kept !== undefined)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const hintId = useId()
  const { code, seconds } = kept ?? { code: '', seconds: SNIPPET_SECONDS.default }
  const run = async () => {
    const args = readArguments(call.arguments)
    setRunning(true)
    setFailure(undefined)
    // A snippet may mend arguments that are no JSON: it gets them as text.
    const job = { code, args: args.ok ? args.value : call.arguments }
    const outcome = await runSnippetInWorker(job, seconds)
    setRunning(false)
    if (outcome.ok) onResult(outcome.text)
    else setFailure(outcome.message)
  }
  return (
    <Disclosure open={open} onToggle={setOpen} summary={<span className="text-text-2">More</span>}>
      {open && (
        <div className="mt-1 flex flex-col gap-2 pl-5">
          {children}
          <span className="text-text-2">Run JavaScript</span>
          <TextArea
            aria-label={`Snippet for ${call.name}`}
            aria-describedby={hintId}
            value={code}
            rows={3}
            spellCheck={false}
            placeholder="return { celsius: 21, city: args.city }"
            onChange={(event) =>
              toolSnippets.save(call.name, { code: event.target.value, seconds })
            }
            className="max-h-80 font-mono text-xs"
          />
          <p id={hintId} className="text-xs text-text-3">
            An async function body: reads <code className="font-mono">args</code>, returns the
            result. Saved here, has no network access.
          </p>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <Button disabled={running || code.trim() === ''} onClick={() => void run()}>
              {running ? <Spinner /> : <Play size={14} aria-hidden />}
              Run snippet
            </Button>
            <label className="flex items-center gap-1.5 text-text-3">
              Timeout
              <input
                type="number"
                aria-label="Timeout, seconds"
                min={SNIPPET_SECONDS.min}
                max={SNIPPET_SECONDS.max}
                value={seconds}
                onChange={({ target }) => {
                  if (target.validity.valid && target.value !== '')
                    toolSnippets.save(call.name, { code, seconds: target.valueAsNumber })
                }}
                className="w-16 field"
              />
              s
            </label>
          </div>
          {failure !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {failure}
            </p>
          )}
        </div>
      )}
    </Disclosure>
  )
}
